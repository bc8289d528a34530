export { type SeededIdentity, type SeedOptions, seedIdentity } from './seed-identity.ts'
