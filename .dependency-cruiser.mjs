import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Shell and remotes: whatever is built for the browser. They import packages, and never each other. */
const frontEnds = Object.fromEntries(
  readdirSync('apps')
    .filter((name) => existsSync(`apps/${name}/webpack.config.ts`))
    .map((name) => [`apps/${name}`, ['packages/[^/]+']]),
)

/*
 * The table of rooms: what each folder may import of ours. Anything that it does not allow fails the build.
 */
const mayImport = {
  'packages/contract': [],
  'packages/shared-api': ['packages/contract'],
  'packages/ui-kit': ['packages/contract', 'packages/shared-api'],
  // Its tests run in the same Chromium as those of the whole suite.
  'packages/federation': ['packages/contract', 'scripts/test'],
  ...frontEnds,
  'apps/sandbox': ['packages/contract'],
  // The server renders the shell's page from the registry at each request; the rendering lives with the registry.
  'apps/server': ['packages/contract', 'packages/federation/src/(html|registry)'],
}

const roomRules = Object.entries(mayImport).map(([room, allowed]) => ({
  name: `${room} imports only what its room allows`,
  severity: 'error',
  from: { path: `^${room}/` },
  to: {
    path: '^(apps|packages|attack|bench|e2e|examples|scripts)/',
    pathNot: [room, ...allowed].map((folder) => `^${folder}/`),
  },
}))

/** Tests, and what only they use, drive the whole server from any folder. */
const testsOfServer = '\\.test\\.ts$|/test-kit[/.]|/app/conformance/'

/** The storeys of the server, the lowest first: each imports itself and those before it. */
const storeys = ['platform', 'modules', 'operations', 'app']

const storeyRules = storeys.slice(0, -1).map((storey, index) => ({
  name: `${storey} imports no storey of the server above it`,
  severity: 'error',
  from: { path: `^apps/server/src/${storey}/`, pathNot: testsOfServer },
  to: { path: `^apps/server/src/(${storeys.slice(index + 1).join('|')})/` },
}))

/** Folders of the server that have an index.ts: nothing else of them is imported from outside, but their test kits. */
const faces = readdirSync('apps/server/src/modules', { recursive: true })
  .filter((file) => file.endsWith('/index.ts') && !file.includes('test-kit'))
  .map((file) => `apps/server/src/modules/${dirname(file)}`)

const faceRules = faces.map((folder) => ({
  name: `${folder} is imported through an index.ts`,
  severity: 'error',
  from: { pathNot: `^${folder}/` },
  to: { path: `^${folder}/`, pathNot: [`^${folder}/.*test-kit`, `^${folder}/(.*/|)index\\.ts$`] },
}))

export default {
  forbidden: [
    ...roomRules,
    ...storeyRules,
    ...faceRules,
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no circles of types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'Arco is reached through ui-kit only',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/ui-kit/' },
      to: { path: 'node_modules/@arco-design/' },
    },
    {
      name: 'ky, zustand, i18next and the router are reached through shared-api only',
      severity: 'error',
      from: { path: '^(apps/(?!server/)|packages/ui-kit/)' },
      to: { path: 'node_modules/(ky|zustand|i18next|react-router)/' },
    },
    { name: 'everything resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
