import { softwareCodes } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoTenantId } from './seed-demo.ts'
import { demoTenants } from './tenants.ts'

/** A licence of the demonstration; what it does not limit is unlimited. */
interface DemoLicence {
  /** The demonstration tenant's. */
  readonly tenant: string
  readonly softwareId: string
  /** Its first and its last day, in days from the day of the first start. */
  readonly days?: readonly [number, number]
  readonly maxStudy?: number
  readonly maxUser?: number
  readonly isEnable?: boolean
}

const { edc, rtsm, ctms, etmf } = softwareCodes

/** One in each state: unlimited, limited and in use, near its end, over, not begun, switched off. */
export const demoLicences: readonly DemoLicence[] = [
  { tenant: 'lumingxi', softwareId: edc, days: [-120, 245], maxStudy: 8, maxUser: 70 },
  { tenant: 'lumingxi', softwareId: rtsm },
  { tenant: 'lumingxi', softwareId: ctms, days: [-353, 12], maxStudy: 5 },
  { tenant: 'lumingxi', softwareId: etmf, days: [15, 380], maxUser: 10 },
  { tenant: 'hengxulan', softwareId: edc },
  { tenant: 'hengxulan', softwareId: rtsm, days: [-400, -35], maxStudy: 2 },
  { tenant: 'hengxulan', softwareId: ctms, days: [-200, 165], maxStudy: 8, maxUser: 50 },
  { tenant: 'hengxulan', softwareId: etmf, days: [-340, 25], maxStudy: 3, maxUser: 18 },
  { tenant: 'qingyulan', softwareId: edc, days: [-30, 335], maxStudy: 3, maxUser: 40 },
  { tenant: 'qingyulan', softwareId: etmf, days: [-60, 305], maxUser: 30 },
  { tenant: 'qingyulan', softwareId: ctms, isEnable: false },
]

const dayFromNow = (days: number): RawBuilder<string> => sql`current_date + ${sql.lit(days)}`

const idOf = (trx: Trx, key: string): Promise<string | undefined> => {
  const tenant = demoTenants.find((known) => known.key === key)
  if (!tenant) throw new Error(`There is no demonstration tenant ${key}`)
  return demoTenantId(trx, tenant)
}

async function addLicence(trx: Trx, { tenant, softwareId, days, ...limits }: DemoLicence): Promise<void> {
  const tenantId = await idOf(trx, tenant)
  if (tenantId === undefined) return
  const { maxStudy, maxUser, isEnable = true } = limits
  await trx
    .insertInto('tenantSoftware')
    .values({
      tenantId,
      id: uuidv7(),
      softwareId,
      timeEnable: days !== undefined,
      startTime: days ? dayFromNow(days[0]) : null,
      endTime: days ? dayFromNow(days[1]) : null,
      studyEnable: maxStudy !== undefined,
      maxStudy,
      userEnable: maxUser !== undefined,
      maxUser,
      isEnable,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Adds the demonstration's licences, once. Needs its tenants in place. Must run as the platform. */
export async function seedDemoLicences(trx: Trx): Promise<void> {
  await deliverOnce(trx, { name: 'demo licences', version: 1 }, async () => {
    for (const licence of demoLicences) await addLicence(trx, licence)
  })
}
