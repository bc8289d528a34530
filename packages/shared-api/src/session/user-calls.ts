export { signOut, ssoSignIn, updateSelf, userInfo } from '@atrium/contract'
