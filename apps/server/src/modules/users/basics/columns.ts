import type { RequestOf, userUpdate } from '@atrium/contract'
import type { UserRow } from '../row.ts'

/** Role, status and basic information; what is left out stays as it is. */
export type Basics = Omit<RequestOf<typeof userUpdate>, 'id' | 'rowVersion'>

const places = ['countryId', 'provinceId', 'cityId'] as const

/** The columns that basic information writes; what was not sent is not among them. */
export function columnsOf({ birthday, countryId, provinceId, cityId, ...plain }: Basics): Partial<UserRow> {
  const references = Object.entries({ birthday, countryId, provinceId, cityId })
  return Object.fromEntries([
    ...Object.entries(plain).filter(([, value]) => value !== undefined),
    ...references
      .filter(([, value]) => value !== undefined)
      .map(([column, value]) => [column, value || null]),
  ])
}

/** The place that a user will have; undefined where nothing is said of it. */
export function placeOf(fields: Basics, row: UserRow) {
  if (places.every((column) => fields[column] === undefined)) return undefined
  return {
    countryId: fields.countryId ?? row.countryId ?? '',
    provinceId: fields.provinceId ?? row.provinceId ?? '',
    cityId: fields.cityId ?? row.cityId ?? '',
  }
}
