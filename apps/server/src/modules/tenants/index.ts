export { orderedTenants } from './order.ts'
export { pageOfTenants } from './queries.ts'
export { tenantRoutes } from './routes.ts'
