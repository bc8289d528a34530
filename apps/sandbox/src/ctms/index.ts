export { ctmsPath, ctmsRoutes } from './routes.ts'
