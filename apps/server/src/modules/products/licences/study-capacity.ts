import type { licenceStates, Translate } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { isOpen, stateOf } from './state.ts'
import { usedStudies } from './usage.ts'

/** Capacity of a licence for studies. */
export interface StudyCapacity {
  readonly state: (typeof licenceStates)[number]
  /** yyyy-MM-dd, null if it is valid for ever. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** How many studies it is for, and how many use it; both null if it does not limit them. */
  readonly max: number | null
  readonly used: number | null
}

/** The same of licences, to be asked for those of some tenants: what is in use is counted for each. */
export const studyCapacity = (trx: Trx, timeZone: string) =>
  trx
    .selectFrom('tenantSoftware')
    .select(['tenantSoftware.tenantId', 'tenantSoftware.softwareId'])
    .select(['tenantSoftware.startTime', 'tenantSoftware.endTime', stateOf(timeZone).as('state')])
    .select([
      sql<number | null>`case when study_enable then max_study end`.as('max'),
      sql<number | null>`case when study_enable then ${usedStudies} end`.as('used'),
    ])

/**
 * Returns why a licence allows no further study today, in the words of `claimLicence`, which makes the decision.
 * @param names of tenant and product
 * @param capacity null if there is no licence
 * @returns '' if it allows one
 */
export function studyRejection(
  t: Translate,
  names: { readonly tenant: string; readonly software: string },
  capacity: StudyCapacity | null,
): string {
  if (!capacity) return t('licence.refusal.none', names)
  const { state, startTime, endTime, max, used } = capacity
  if (!isOpen(state)) return t(`licence.refusal.${state}`, { ...names, startTime, endTime })
  if (max === null || used === null || used < max) return ''
  return t('licence.refusal.studies', { ...names, maximum: max, used, needed: 1 })
}
