export { identityRoutes } from './routes.ts'
export { userNameKey } from './user-name.ts'
