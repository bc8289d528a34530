/*
 * Replaces the federation runtime in the host, which has the only copy. Remotes find it on the page. The library's
 * own runtime compares versions and calls plugins for every module. The suite does not need that, since a page has
 * one version of each shared module. With the library's runtime the sign-in page would be 24 kB larger: 1.22 times
 * the plain bundle, where the limit is 1.15.
 */
import { runtimeLookup } from '../../registry/agreement.ts'

/** Creates a module. */
type Factory = () => unknown

/** A shared module, in the form that Module Federation containers expect. */
interface Shared {
  /** Returns the factory; synchronously if it is part of the page's first chunk. */
  readonly get: () => Factory | Promise<Factory>
  lib?: Factory
  loading?: Promise<Factory>
}

/** The shared modules by name and version. */
export type ShareScope = Record<string, Record<string, Shared>>

type ModuleId = string | number

/** The part of webpack's build runtime that is used here. */
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
  /** Modules that the build consumes: names by module id, and ids by the chunks that need them. */
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
  /** 0 for an installed module; a promise while the module is loading. */
  readonly installedModules: Record<ModuleId, 0 | Promise<void>>
}

const shareScope: ShareScope = {}

/**
 * Returns the factory of a shared module; synchronously if it is loaded. After a failure, the next use fetches it
 * again.
 */
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

/** Installs the shared modules that the host's first chunk contains. */
function installInitialConsumes(consumer: Consumer): void {
  const { webpackRequire } = consumer
  for (const id of webpackRequire.consumesLoadingData.initialConsumes ?? [])
    install(consumer, id, () => {
      const factory = factoryOf(webpackRequire, id)
      if (typeof factory === 'function') return factory()
      throw new Error(`The first chunk lacks the shared module ${id}`)
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
  // Webpack's generated code calls functions with these names.
  bundlerRuntime: { init, consumes, installInitialConsumes, initContainerEntry },
}

/** The global object that remotes and the loader find on the page. */
export type PageFederation = typeof federation

Object.assign(globalThis, { [runtimeLookup]: federation })

export default federation
