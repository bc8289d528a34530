export { placeIssues } from './place.ts'
export { regionRoutes } from './routes.ts'
