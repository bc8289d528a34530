import { existsSync, readdirSync } from 'node:fs'
import { dirname } from 'node:path'

/** Shell and remotes: everything built for the browser. They import packages, but never each other. */
const frontEnds = Object.fromEntries(
  readdirSync('apps')
    .filter((name) => existsSync(`apps/${name}/webpack.config.ts`))
    .map((name) => [`apps/${name}`, ['packages/[^/]+']]),
)

/* Allowed imports between the folders of this repository. The build fails on any other import. */
const mayImport = {
  'packages/contract': [],
  'packages/shared-api': ['packages/contract'],
  'packages/ui-kit': ['packages/contract', 'packages/shared-api'],
  // The tests of this package run in the same Chromium as all other tests.
  'packages/federation': ['packages/contract', 'scripts/test'],
  ...frontEnds,
  'apps/sandbox': ['packages/contract'],
  // The server renders the shell's page from the registry on every request, so it needs the registry's rendering
  // code.
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

/** Tests and their helpers may import any part of the server. */
const testsOfServer = '\\.test\\.ts$|/test-kit[/.]|/app/conformance/'

/** Layers of the server, lowest first: each layer imports only itself and the layers below it. */
const storeys = ['platform', 'modules', 'operations', 'app']

const storeyRules = storeys.slice(0, -1).map((storey, index) => ({
  name: `${storey} imports no storey of the server above it`,
  severity: 'error',
  from: { path: `^apps/server/src/${storey}/`, pathNot: testsOfServer },
  to: { path: `^apps/server/src/(${storeys.slice(index + 1).join('|')})/` },
}))

/** Server folders with an index.ts: other folders import only that file and the folder's test kits. */
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
