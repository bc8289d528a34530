import { returnAddress, useGo } from '@atrium/shared-api'
import { useEffect } from 'react'

/**
 * Leads to the sign-in page. Each arrival needs one of its own, as `EnterSuite` says.
 * @param props.remember whether signing in leads back here
 */
export function ToSignIn({ remember }: { readonly remember: boolean }) {
  const go = useGo()
  useEffect(() => {
    if (remember) returnAddress.keepPresent()
    go('signInIndex', { replace: true })
  }, [go, remember])
  return null
}
