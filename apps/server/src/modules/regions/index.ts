export { seedRegions } from './data/index.ts'
export { placeIssues } from './place.ts'
export { regionRoutes } from './routes.ts'
