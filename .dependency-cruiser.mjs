import { existsSync, readdirSync } from 'node:fs'

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

/*
 * The layers of the server, the lowest first: each may import those before it. What a request needs before it reaches a
 * module, as the caller and the identity provider, stands below `http`.
 */
const serverLayers = [
  'texts',
  'observability',
  'database',
  'caller',
  'sso',
  'secrets',
  'config',
  'storage',
  'audit',
  'messages',
  'outbound',
  'linked',
  'releases',
  'backup',
  'http',
  'crud',
  'export',
  'scheduler',
  'modules',
  'demo',
  'startup',
]

/** Tests, and what only they use, drive the whole server from any layer. */
const testsOfServer = '\\.test\\.ts$|/test-kit/|/generated/'

const layerRules = serverLayers.slice(0, -1).map((layer, index) => ({
  name: `${layer} imports no layer of the server above it`,
  severity: 'error',
  from: { path: `^apps/server/src/${layer}/`, pathNot: testsOfServer },
  to: { path: `^apps/server/src/(${serverLayers.slice(index + 1).join('|')})/` },
}))

const moduleFace = '^apps/server/src/modules/[^/]+/(index\\.ts$|test-kit(/|\\.ts$))'

/** A module of the server is reached through its index.ts; tests also use its test kit. */
const faceRules = [
  {
    name: 'a module of the server reaches another through its index.ts only',
    severity: 'error',
    from: { path: '^apps/server/src/modules/([^/]+)/' },
    to: { path: '^apps/server/src/modules/[^/]+/', pathNot: ['^apps/server/src/modules/$1/', moduleFace] },
  },
  {
    name: 'a module of the server is reached from outside through its index.ts only',
    severity: 'error',
    from: { pathNot: '^apps/server/src/modules/[^/]+/' },
    to: { path: '^apps/server/src/modules/[^/]+/', pathNot: moduleFace },
  },
]

export default {
  forbidden: [
    ...roomRules,
    ...layerRules,
    ...faceRules,
    {
      name: 'no circles',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no circles of types in the server',
      severity: 'error',
      from: { path: '^apps/server/' },
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
