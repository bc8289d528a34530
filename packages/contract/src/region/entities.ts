import * as z from 'zod/mini'
import { entityOf, inputOf } from '../core/entity.ts'
import { inputModes, optionalId, requiredName, sort, text, withoutInvisible } from '../core/fields.ts'
import { textKey } from '../core/texts.ts'

export const regionLevels = { country: 1, province: 2, city: 3 } as const

/** A positive whole number of at most two digits, or ''. */
const flag = text(2)
  .check(z.refine((value) => value === '' || /^[1-9]\d*$/.test(value), textKey('rule.positiveInteger')))
  .register(inputModes, { inputMode: 'numeric' })

const fields = {
  /** '' for a country. The parent of an existing region cannot change. */
  parentId: optionalId,
  areaName: requiredName(100),
  areaNameEn: text(200),
  areaCode: text(20).check(z.overwrite(withoutInvisible)),
  flag,
  sort,
}

export const RegionInput = inputOf(fields)

export const Region = entityOf(fields, {
  /** Name in the caller's language. */
  displayName: z.string(),
  level: z.number(),
})
export type Region = z.output<typeof Region>

/** Ids of a country, a province in it and a city in that; '' if not given. */
export const regionFields = { countryId: optionalId, provinceId: optionalId, cityId: optionalId }

/** Names of these regions in the caller's language. */
export const regionNames = { countryName: z.string(), provinceName: z.string(), cityName: z.string() }

/** Names of a user's or site's regions. */
export type RegionNames = Readonly<Record<keyof typeof regionNames, string>>
