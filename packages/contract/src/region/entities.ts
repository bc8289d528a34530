import * as z from 'zod/mini'

export const regionLevels = { country: 1, province: 2, city: 3 } as const

export const Region = z.object({
  id: z.string(),
  /** '' for a country. */
  parentId: z.string(),
  areaName: z.string(),
  areaNameEn: z.string(),
  /** The name in the caller's language. */
  displayName: z.string(),
  areaCode: z.string(),
  flag: z.string(),
  sort: z.number(),
  level: z.number(),
  rowVersion: z.number(),
})
export type Region = z.output<typeof Region>
