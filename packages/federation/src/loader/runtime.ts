import {
  getInstance,
  type ModuleFederation,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/runtime'

/** The page's federation runtime, made by the shell's own build before its first line runs. */
export function federation(): ModuleFederation {
  const instance = getInstance()
  if (!instance) throw new Error('The page has no federation runtime: the shell was not built as a host')
  return instance
}

/**
 * The runtime keeps the rejected promise of a shared module that could not be fetched. Without it the module is
 * fetched again when it is needed next.
 */
const forgetFailed: ModuleFederationRuntimePlugin = {
  name: 'forget-failed-shares',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap)) {
      for (const shared of Object.values(scope[pkgName] ?? {})) {
        if (!shared.loaded) shared.loading = null
      }
    }
  },
}

/** Has shared modules fetched again after a failure, by the host and by every container to come. */
export function forgetFailedShares(): void {
  federation().registerPlugins([forgetFailed])
  registerGlobalPlugins([forgetFailed])
}
