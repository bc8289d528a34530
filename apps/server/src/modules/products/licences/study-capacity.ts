import type { licenceStates, Translate } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { isOpen, stateOf } from './state.ts'
import { usedStudies } from './usage.ts'

/** Capacity of a licence for studies. */
export interface StudyCapacity {
  readonly state: (typeof licenceStates)[number]
  /** Period as yyyy-MM-dd; null if it is unlimited. */
  readonly startTime: string | null
  readonly endTime: string | null
  /** Maximum and current number of studies; both null if studies are unlimited. */
  readonly max: number | null
  readonly used: number | null
}

/** Selects the study capacity of licences. Restrict it to a few tenants, because it counts the usage of each licence. */
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
 * Returns why a licence allows no further study today, with the same messages as `claimLicence`, which makes the
 * decision.
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
