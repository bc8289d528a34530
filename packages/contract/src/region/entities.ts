import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { inputModes, optionalId, requiredName, sort, text, withoutInvisible } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

export const regionLevels = { country: 1, province: 2, city: 3 } as const

/** A positive whole number of two digits at most, or nothing. */
const flag = text(2)
  .check(z.refine((value) => value === '' || /^[1-9]\d*$/.test(value), textKey('rule.positiveInteger')))
  .register(inputModes, { inputMode: 'numeric' })

const fields = {
  /** '' for a country; a region keeps its parent. */
  parentId: optionalId,
  areaName: requiredName(100),
  areaNameEn: text(200),
  areaCode: text(20).check(z.overwrite(withoutInvisible)),
  flag,
  sort,
}

export const RegionInput = inputOf(fields)

export const Region = entityOf(fields, {
  /** The name in the caller's language. */
  displayName: z.string(),
  level: z.number(),
})
export type Region = z.output<typeof Region>

/** The fields of what lies in a country, a province of it and a city of that; '' for what is not said. */
export const regionFields = { countryId: optionalId, provinceId: optionalId, cityId: optionalId }

/** The names of those regions in the caller's language. */
export const regionNames = { countryName: z.string(), provinceName: z.string(), cityName: z.string() }

/** The names of a user's or site's regions. */
export type RegionNames = Readonly<Record<keyof typeof regionNames, string>>
