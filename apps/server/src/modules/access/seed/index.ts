export { administratorName } from './add-administrator.ts'
export { type SeededIdentity, type SeedOptions, seedIdentity } from './seed-identity.ts'
