export { dictionaryRoutes } from './routes.ts'
export { globalEntryId, seedDictionaries } from './seed.ts'
