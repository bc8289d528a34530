import type { RemoteRoute } from '@atrium/federation'
import { lazy } from 'react'
import { SignInPage } from './sign-in/SignInPage.tsx'

/** Sign-in screens. The first one is part of the container, because all users start there. */
export const routes: readonly RemoteRoute[] = [
  { path: '/signIn/index', name: 'signInIndex', component: SignInPage },
  {
    path: '/signIn/getBackPwd',
    name: 'getBackPwd',
    component: lazy(() => import('./forgot/ForgotPage.tsx')),
  },
  {
    path: '/signIn/modifyPwd',
    name: 'modifyPwd',
    component: lazy(() => import('./modify-pwd/ModifyPwdPage.tsx')),
  },
  {
    path: '/checkEmail',
    name: 'checkEmail',
    component: lazy(() => import('./check-email/CheckEmailPage.tsx')),
  },
  { path: '/register', name: 'register', component: lazy(() => import('./register/RegisterPage.tsx')) },
]
