/*
 * In a host, in place of the part of the federation runtime that webpack puts into every build. The host has the only
 * copy: remotes find it on the page, so that none of them carries its own.
 */
import { createInstance, getInstance, init } from '@module-federation/runtime'
import { attachShareScopeMap } from '@module-federation/webpack-bundler-runtime/dist/attachShareScopeMap.js'
import { consumes } from '@module-federation/webpack-bundler-runtime/dist/consumes.js'
import { initContainerEntry } from '@module-federation/webpack-bundler-runtime/dist/initContainerEntry.js'
import { initializeSharing } from '@module-federation/webpack-bundler-runtime/dist/initializeSharing.js'
import { installInitialConsumes } from '@module-federation/webpack-bundler-runtime/dist/installInitialConsumes.js'
import { runtimeLookup } from '../../registry/agreement.ts'

type Options = Parameters<typeof init>[0]

/** What webpack made of a build's federation options. */
interface Build {
  readonly webpackRequire: { readonly federation: { readonly initOptions: Options } }
}

/** The runtime of one build: the host's own the first time, later that of a container, by its name. */
function instanceOf(options: Options) {
  if (!getInstance()) return init(options)
  const present = getInstance(({ name }) => name === options.name)
  present?.initOptions({ ...options, id: '' })
  return present ?? createInstance({ ...options, id: '' })
}

const federation = {
  runtime: { init: instanceOf },
  bundlerRuntime: {
    S: {},
    I: initializeSharing,
    consumes,
    installInitialConsumes,
    initContainerEntry,
    init: ({ webpackRequire }: Build) => instanceOf(webpackRequire.federation.initOptions),
  },
  attachShareScopeMap,
  bundlerRuntimeOptions: {},
}

Object.assign(globalThis, { [runtimeLookup]: federation })

export default federation
