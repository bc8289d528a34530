/*
 * In a host, in place of the federation runtime that webpack puts into every build. The host has the only copy: remotes
 * find it on the page, so that none of them carries its own. The library's own compares versions and asks its plugins
 * whenever a build takes a module, which was most of what federation cost a page that is in the browser's cache
 * (docs/performance-details.md); here a page has one copy of each shared module, in one version.
 */
import { runtimeLookup } from '../../registry/agreement.ts'

/** Makes a module. */
type Factory = () => unknown

/** A module that is shared, as containers of Module Federation know it. */
interface Shared {
  /** Fetches what makes it; at once where that is part of the page's first chunk. */
  readonly get: () => Factory | Promise<Factory>
  lib?: Factory
  loading?: Promise<Factory>
}

/** What the page shares, by name and version. */
export type ShareScope = Record<string, Record<string, Shared>>

type ModuleId = string | number

/** What webpack keeps of one build, as far as it is used here. */
interface WebpackRequire {
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>
  readonly c: Record<ModuleId, unknown>
  readonly S: { default?: ShareScope }
  readonly federation: {
    readonly initOptions: {
      readonly name: string
      /** What the build gives to others. */
      readonly shared: Readonly<
        Record<string, readonly (Pick<Shared, 'get'> & { readonly version: string })[]>
      >
    }
  }
  /** What it takes: names by the ids that they have in the build, and ids by the chunks that need them. */
  readonly consumesLoadingData: {
    readonly moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, { readonly shareKey: string }>>
    readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>
    readonly initialConsumes?: readonly ModuleId[]
  }
}

interface Build {
  readonly webpackRequire: WebpackRequire
}

interface Taking extends Build {
  /** 0 for a module that is here, a promise for one that is on its way. */
  readonly installedModules: Record<ModuleId, 0 | Promise<void>>
}

const shareScope: ShareScope = {}

/** What makes a shared module: at once, if it is here. One that could not be fetched is fetched again when it is needed next. */
function factoryOf({ S, consumesLoadingData }: WebpackRequire, id: ModuleId): Factory | Promise<Factory> {
  const name = consumesLoadingData.moduleIdToConsumeDataMapping[id]?.shareKey ?? ''
  const [shared] = Object.values(S.default?.[name] ?? {})
  if (!shared) return Promise.reject(new Error(`The page does not share ${name}`))
  const present = shared.lib ?? shared.loading
  if (present) return present
  const here = (factory: Factory): Factory => {
    shared.lib = factory
    return factory
  }
  const factory = shared.get()
  if (typeof factory === 'function') return here(factory)
  shared.loading = factory.then(here).finally(() => delete shared.loading)
  return shared.loading
}

/** Has a build find a shared module under its own id. */
function install({ webpackRequire: { m, c }, installedModules }: Taking, id: ModuleId, make: Factory): void {
  installedModules[id] = 0
  m[id] = (module) => {
    delete c[id]
    module.exports = make()
  }
}

/** What a chunk takes of the shared modules is to be there before its code runs. */
function consumes(taking: Taking & { readonly chunkId: ModuleId; readonly promises: unknown[] }): void {
  const { webpackRequire, installedModules, chunkId, promises } = taking
  for (const id of webpackRequire.consumesLoadingData.chunkMapping[chunkId] ?? []) {
    installedModules[id] ??= fetchShared(taking, id)
    if (installedModules[id]) promises.push(installedModules[id])
  }
}

function fetchShared(taking: Taking, id: ModuleId): 0 | Promise<void> {
  const factory = factoryOf(taking.webpackRequire, id)
  if (typeof factory === 'function') {
    install(taking, id, factory)
    return 0
  }
  return factory.then(
    (make) => install(taking, id, make),
    (cause: unknown) => {
      delete taking.installedModules[id]
      throw cause
    },
  )
}

/** What the host's first chunk takes is part of it. */
function installInitialConsumes(taking: Taking): void {
  const { webpackRequire } = taking
  for (const id of webpackRequire.consumesLoadingData.initialConsumes ?? [])
    install(taking, id, () => {
      const factory = factoryOf(webpackRequire, id)
      if (typeof factory === 'function') return factory()
      throw new Error(`A shared module of the first chunk is not part of it: ${id}`)
    })
}

/** Has the page share what a build gives. @returns the build by its name */
function init({ webpackRequire: { federation, S } }: Build) {
  const { name, shared } = federation.initOptions
  S.default = shareScope
  for (const [module, versions] of Object.entries(shared))
    for (const { version, get } of versions) shareScope[module] ??= { [version]: { get } }
  return { name }
}

/** Has a container take what a page shares. */
function initContainerEntry({
  webpackRequire,
  shareScope: given,
}: Build & { readonly shareScope: ShareScope }) {
  webpackRequire.S.default = given
}

const federation = {
  shareScope,
  // Under the names by which the code calls them that webpack makes.
  bundlerRuntime: { init, consumes, installInitialConsumes, initContainerEntry },
}

/** What remotes and their loader find on the page. */
export type PageFederation = typeof federation

Object.assign(globalThis, { [runtimeLookup]: federation })

export default federation
