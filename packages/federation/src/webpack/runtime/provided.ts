/*
 * Replaces the federation runtime in the host, which has the only copy; remotes find it on the page. The library's
 * own compares versions and calls plugins for every module, which the suite does not need, since a page has one
 * version of each shared module. With it the sign-in page would be 24 kB larger, 1.22 times the plain bundle of which
 * 1.15 are allowed.
 */
import { runtimeLookup } from '../../registry/agreement.ts'

/** Creates a module. */
type Factory = () => unknown

/** A shared module, as containers of Module Federation expect it. */
interface Shared {
  /** Returns the factory, at once if it is part of the page's first chunk. */
  readonly get: () => Factory | Promise<Factory>
  lib?: Factory
  loading?: Promise<Factory>
}

/** The shared modules by name and version. */
export type ShareScope = Record<string, Record<string, Shared>>

type ModuleId = string | number

/** The part of webpack's runtime of a build that is used here. */
interface WebpackRequire {
  readonly m: Record<ModuleId, (module: { exports: unknown }) => void>
  readonly c: Record<ModuleId, unknown>
  readonly S: { default?: ShareScope }
  readonly federation: {
    readonly initOptions: {
      readonly name: string
      /** The modules that the build provides. */
      readonly shared: Readonly<
        Record<string, readonly (Pick<Shared, 'get'> & { readonly version: string })[]>
      >
    }
  }
  /** The modules that the build consumes: names by module id, and ids by the chunks that need them. */
  readonly consumesLoadingData: {
    readonly moduleIdToConsumeDataMapping: Readonly<Record<ModuleId, { readonly shareKey: string }>>
    readonly chunkMapping: Readonly<Record<ModuleId, readonly ModuleId[]>>
    readonly initialConsumes?: readonly ModuleId[]
  }
}

interface Build {
  readonly webpackRequire: WebpackRequire
}

interface Consumer extends Build {
  /** 0 for an installed module, a promise for one that is loading. */
  readonly installedModules: Record<ModuleId, 0 | Promise<void>>
}

const shareScope: ShareScope = {}

/** Returns the factory of a shared module, at once if it is loaded. After a failure, the next use fetches it again. */
function factoryOf({ S, consumesLoadingData }: WebpackRequire, id: ModuleId): Factory | Promise<Factory> {
  const name = consumesLoadingData.moduleIdToConsumeDataMapping[id]?.shareKey ?? ''
  const [shared] = Object.values(S.default?.[name] ?? {})
  if (!shared) return Promise.reject(new Error(`The page does not share ${name}`))
  const known = shared.lib ?? shared.loading
  if (known) return known
  const keep = (factory: Factory): Factory => {
    shared.lib = factory
    return factory
  }
  const factory = shared.get()
  if (typeof factory === 'function') return keep(factory)
  shared.loading = factory.then(keep).finally(() => delete shared.loading)
  return shared.loading
}

/** Installs a shared module under its id in a build. */
function install(
  { webpackRequire: { m, c }, installedModules }: Consumer,
  id: ModuleId,
  factory: Factory,
): void {
  installedModules[id] = 0
  m[id] = (module) => {
    delete c[id]
    module.exports = factory()
  }
}

/** Loads the shared modules of a chunk before its code runs. */
function consumes(consumer: Consumer & { readonly chunkId: ModuleId; readonly promises: unknown[] }): void {
  const { webpackRequire, installedModules, chunkId, promises } = consumer
  for (const id of webpackRequire.consumesLoadingData.chunkMapping[chunkId] ?? []) {
    installedModules[id] ??= fetchShared(consumer, id)
    if (installedModules[id]) promises.push(installedModules[id])
  }
}

function fetchShared(consumer: Consumer, id: ModuleId): 0 | Promise<void> {
  const factory = factoryOf(consumer.webpackRequire, id)
  if (typeof factory === 'function') {
    install(consumer, id, factory)
    return 0
  }
  return factory.then(
    (loaded) => install(consumer, id, loaded),
    (cause: unknown) => {
      delete consumer.installedModules[id]
      throw cause
    },
  )
}

/** Installs the modules of the host's first chunk, which contains them. */
function installInitialConsumes(consumer: Consumer): void {
  const { webpackRequire } = consumer
  for (const id of webpackRequire.consumesLoadingData.initialConsumes ?? [])
    install(consumer, id, () => {
      const factory = factoryOf(webpackRequire, id)
      if (typeof factory === 'function') return factory()
      throw new Error(`A shared module of the first chunk is not part of it: ${id}`)
    })
}

/** Adds the modules of a build to the share scope. @returns the name of the build */
function init({ webpackRequire: { federation, S } }: Build) {
  const { name, shared } = federation.initOptions
  S.default = shareScope
  for (const [module, versions] of Object.entries(shared))
    for (const { version, get } of versions) shareScope[module] ??= { [version]: { get } }
  return { name }
}

/** Connects a container to the share scope of a page. */
function initContainerEntry({
  webpackRequire,
  shareScope: scope,
}: Build & { readonly shareScope: ShareScope }) {
  webpackRequire.S.default = scope
}

const federation = {
  shareScope,
  // Webpack's generated code calls these names.
  bundlerRuntime: { init, consumes, installInitialConsumes, initContainerEntry },
}

/** What remotes and the loader find on the page. */
export type PageFederation = typeof federation

Object.assign(globalThis, { [runtimeLookup]: federation })

export default federation
