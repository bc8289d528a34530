import { readFileSync } from 'node:fs'
import webpack, { type Compilation, type Compiler, type Module } from 'webpack'
import { type SharedModule, sharedModules } from './shared.ts'

/** Returns the names that a replacement module re-exports. */
const listedIn = (file: string): Set<string> =>
  new Set(/export \{([^}]*)\}/.exec(readFileSync(file, 'utf8'))?.[1]?.match(/\w+/g))

const consumes = (module: Module, { request }: SharedModule): boolean =>
  module.type === 'consume-shared-module' && module.identifier().includes(`|${request}|`)

/** An import from a module; `ids` is missing if the whole module is imported. */
interface NamedImport {
  readonly ids?: readonly string[]
}

/** Stands for all names of a module that is imported as a whole. */
const whole = 'the entire module'

/** Returns the names that a build imports from one shared module. */
function usedOf({ moduleGraph }: Compilation, module: Module): string[] {
  const used = new Set<string>()
  for (const connection of moduleGraph.getIncomingConnections(module)) {
    const { ids } = (connection.dependency ?? {}) as NamedImport
    if (ids && connection.isTargetActive(undefined)) used.add(ids[0] ?? whole)
  }
  return [...used]
}

/** Returns the names that a build imports from all shared modules, by module. */
export function partsUsed(compilation: Compilation): Record<string, string[]> {
  const used = sharedModules.map((shared) => {
    const names = [...compilation.modules]
      .filter((module) => consumes(module, shared))
      .flatMap((module) => usedOf(compilation, module))
    return [shared.request, [...new Set(names)].sort()] as const
  })
  return Object.fromEntries(used.filter(([, names]) => names.length > 0))
}

/** Fails a build that uses a part the host does not provide. The part would be undefined on the page. */
export class SharedPartsPlugin {
  apply(compiler: Compiler): void {
    compiler.hooks.thisCompilation.tap('SharedPartsPlugin', (compilation) => {
      compilation.hooks.afterOptimizeModules.tap('SharedPartsPlugin', () => {
        const used = partsUsed(compilation)
        for (const { request, provided } of sharedModules) {
          const missing = provided
            ? (used[request] ?? []).filter((name) => !listedIn(provided).has(name))
            : []
          if (missing.length === 0) continue
          const message = `${request}: ${missing.join(', ')} is used but not provided: add it to ${provided}`
          compilation.errors.push(new webpack.WebpackError(message))
        }
      })
    })
  }
}
