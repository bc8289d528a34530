export { userExportRoute } from './route.ts'
