export type { RegionSeed } from './region.ts'
export { seedRegions } from './seed-regions.ts'
