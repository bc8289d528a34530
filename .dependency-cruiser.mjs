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
  // Its tests run in the same Chromium as all other tests.
  'apps/server': ['packages/contract', 'packages/federation/src/(html|registry)', 'scripts/test'],
}

const folderRules = Object.entries(mayImport).map(([folder, allowed]) => ({
  name: `${folder} imports only its allowed folders`,
  severity: 'error',
  from: { path: `^${folder}/` },
  to: {
    path: '^(apps|packages|attack|bench|e2e|examples|scripts)/',
    pathNot: [folder, ...allowed].map((path) => `^${path}/`),
  },
}))

/** Tests and their helpers may import any part of the server. */
const testsOfServer = '\\.test\\.ts$|/test-kit[/.]|/app/conformance/'

/** Layers of the server, lowest first: each layer imports only itself and the layers below it. */
const layers = ['platform', 'modules', 'operations', 'app']

const layerRules = layers.slice(0, -1).map((layer, index) => ({
  name: `${layer} imports no higher layer of the server`,
  severity: 'error',
  from: { path: `^apps/server/src/${layer}/`, pathNot: testsOfServer },
  to: { path: `^apps/server/src/(${layers.slice(index + 1).join('|')})/` },
}))

/** Server folders with an index.ts: other folders import only that file and the folder's test kits. */
const publicFolders = readdirSync('apps/server/src/modules', { recursive: true })
  .filter((file) => file.endsWith('/index.ts') && !file.includes('test-kit'))
  .map((file) => `apps/server/src/modules/${dirname(file)}`)

const publicFolderRules = publicFolders.map((folder) => ({
  name: `${folder} is imported only through its index.ts`,
  severity: 'error',
  from: { pathNot: `^${folder}/` },
  to: { path: `^${folder}/`, pathNot: [`^${folder}/.*test-kit`, `^${folder}/(.*/|)index\\.ts$`] },
}))

export default {
  forbidden: [
    ...folderRules,
    ...layerRules,
    ...publicFolderRules,
    {
      name: 'no circular imports',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no circular imports of types',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'only ui-kit imports Arco',
      severity: 'error',
      from: { path: '^(apps|packages)/', pathNot: '^packages/ui-kit/' },
      to: { path: 'node_modules/@arco-design/' },
    },
    {
      name: 'only shared-api imports ky, zustand, i18next and the router',
      severity: 'error',
      from: { path: '^(apps/(?!server/)|packages/ui-kit/)' },
      to: { path: 'node_modules/(ky|zustand|i18next|react-router)/' },
    },
    { name: 'every import resolves', severity: 'error', from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|\\.cache)/' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'default'] },
  },
}
