import { lazy } from 'react'

/** What only those need who are signed in: frame, menu, landing page. Nobody fetches it to see the sign-in page. */
export const loadSignedIn = () => import('./SignedInRoutes.tsx')

export const SignedInRoutes = lazy(loadSignedIn)
