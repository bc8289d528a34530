import * as z from 'zod/mini'
import { optionalId, requiredText, rowVersion, sort, text } from '../core/fields.ts'

export const regionLevels = { country: 1, province: 2, city: 3 } as const

/** A positive whole number of two digits at most, or nothing. */
const flag = text(2).check(
  z.refine((value) => value === '' || /^[1-9]\d*$/.test(value), 'rule.positiveInteger'),
)

export const RegionInput = z.object({
  id: optionalId,
  /** '' for a country; a region stays where it was added. */
  parentId: optionalId,
  areaName: requiredText(100),
  areaNameEn: text(200),
  areaCode: text(20),
  flag,
  sort,
  rowVersion,
})

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
