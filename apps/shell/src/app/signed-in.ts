import { lazy } from 'react'

/** Loads the code for signed-in users: frame, menu, landing page. The sign-in page does not need it. */
export const loadSignedIn = () => import('./SignedInRoutes.tsx')

export const SignedInRoutes = lazy(loadSignedIn)
