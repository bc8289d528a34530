import { softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import data from './data/licences.json' with { type: 'json' }
import { dayFromNow, type Ids, idOf } from './rows.ts'

interface DemoLicence {
  readonly tenant: string
  readonly product: keyof typeof softwareCodes
  /** First and last day, counted in days from the first start; the licence has no end if this is missing. */
  readonly days?: readonly number[]
  /** Limit of studies; unlimited if this is missing. */
  readonly maxStudy?: number
  readonly maxUser?: number
  /** Limit of users since a renewal, lower than the current number of users. */
  readonly renewedMaxUser?: number
  readonly disabled?: boolean
}

/** One licence in each state: unlimited, limited and in use, about to end, ended, not yet begun, and switched off. */
export const demoLicences = data as readonly DemoLicence[]

export async function addLicences(trx: Trx, tenantIds: Ids): Promise<void> {
  await trx
    .insertInto('tenantSoftware')
    .values(
      demoLicences.map(({ tenant, product, days, maxStudy, maxUser, disabled }) => ({
        ...{ tenantId: idOf(tenantIds, tenant), id: uuidv7(), softwareId: softwareCodes[product] },
        ...{
          timeEnable: days !== undefined,
          startTime: dayFromNow(days?.[0]),
          endTime: dayFromNow(days?.[1]),
        },
        ...{ studyEnable: maxStudy !== undefined, maxStudy, userEnable: maxUser !== undefined, maxUser },
        isEnable: !disabled,
      })),
    )
    .execute()
}

/** Lowers limits of users below the current number of users. */
export async function renewLicences(trx: Trx, tenantIds: Ids): Promise<void> {
  for (const { tenant, product, renewedMaxUser } of demoLicences)
    if (renewedMaxUser !== undefined)
      await trx
        .updateTable('tenantSoftware')
        .set({ maxUser: renewedMaxUser })
        .where('tenantId', '=', idOf(tenantIds, tenant))
        .where('softwareId', '=', softwareCodes[product])
        .execute()
}
