import { softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import type { Trx } from '../../platform/database/transaction.ts'
import data from './data/licences.json' with { type: 'json' }
import { dayFromNow, type Ids, idOf } from './rows.ts'

interface DemoLicence {
  readonly tenant: string
  readonly product: keyof typeof softwareCodes
  /** First and last day, in days from the first start; without them the licence does not end. */
  readonly days?: readonly number[]
  /** Unlimited if it is missing. */
  readonly maxStudy?: number
  readonly maxUser?: number
  /** Limit of users since a renewal, below the number of users there are. */
  readonly renewedMaxUser?: number
  readonly disabled?: boolean
}

/** One licence in each state: unlimited, limited and in use, near its end, over, not begun, switched off. */
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

/** Lowers limits of users below what is in use. */
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
