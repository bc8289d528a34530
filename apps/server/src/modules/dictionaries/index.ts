export { globalEntryId, seedDictionaries } from './data/index.ts'
export { dictionaryRoutes } from './routes.ts'
