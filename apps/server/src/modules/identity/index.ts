export { identityRoutes } from './routes.ts'
export * from './session/index.ts'
export { type SingleSignOn, singleSignOn } from './sso/index.ts'
export { userNameKey } from './user-name.ts'
