import type { Stamp } from './columns.ts'

/** Which version of a set of the product's own rows (regions, dictionary terms) this database holds. */
export interface SeedVersionTable {
  name: string
  version: string
  updatedAt: Stamp
}
