export { globalEntryId } from './dictionary-seed.ts'
export { seedDictionaries } from './seed-dictionaries.ts'
