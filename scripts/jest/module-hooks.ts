import { registerHooks } from 'node:module'

/* Lets Node itself load tests and test kits. Import modules that need it dynamically, after this one. */

const urlOf = (path: string): string => new URL(path, import.meta.url).href

/** Files that replace other files, except in imports from the replacement itself. */
const standIns = new Map([
  [
    urlOf('../../apps/server/src/modules/identity/passwords/cost.ts'),
    urlOf('../../apps/server/src/modules/identity/passwords/test-kit/cost.ts'),
  ],
])

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === '@jest/globals')
      return { url: urlOf('globals.ts'), format: 'module-typescript', shortCircuit: true }
    const found = next(specifier, context)
    const standIn = standIns.get(found.url)
    return standIn && context.parentURL !== standIn ? { ...found, url: standIn } : found
  },
})
