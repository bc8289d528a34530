export { holidayRoutes } from './routes.ts'
