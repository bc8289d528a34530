import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
} from '@module-federation/runtime'

/**
 * The runtime keeps the promise of a shared module that could not be fetched, and answers with it for ever. Without it
 * whoever needs the module next fetches it again.
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

/** Lets shared modules be fetched again after a failure, by the host and by the remotes that come later. */
export function retryShares(): void {
  getInstance()?.registerPlugins([forgetFailed])
  registerGlobalPlugins([forgetFailed])
}
