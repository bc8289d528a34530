export { dictionaryRoutes } from './routes.ts'
