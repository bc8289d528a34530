import {
  codes,
  defaultPin,
  globalTenantId,
  pinSettings,
  pinSettingsSave,
  type RequestOf,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, checkWritable, rejectStale } from '../../../platform/crud/index.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handle, type Route } from '../../../platform/http/route.ts'

type Settings = Omit<RequestOf<typeof pinSettingsSave>, 'id' | 'rowVersion'>

const rowOf = (trx: Trx, tenantId: string) =>
  trx.selectFrom('tenantPin').selectAll().where('tenantId', '=', tenantId)

/** GET /tenant/pin. */
const pinSettingsRoute = handle(pinSettings, async (work) => {
  const { input, trx } = work
  // The platform itself has no PINs.
  if (input.id === globalTenantId) reject(codes.notFound)
  await checkReadable(work, input.id)
  const saved = await rowOf(trx, input.id).executeTakeFirst()
  return saved ?? { id: input.id, ...defaultPin, rowVersion: 0 }
})

/** Adds a tenant's first settings; returns undefined if it has some, including those saved concurrently. */
const insert = (trx: Trx, tenantId: string, settings: Settings) =>
  trx
    .insertInto('tenantPin')
    .values({ tenantId, id: tenantId, ...settings })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** POST /tenant/save/pin. The first save adds the tenant's row, and later saves change it. */
const pinSettingsSaveRoute = handle(pinSettingsSave, async (work) => {
  const { input, trx, audit } = work
  const { id: tenantId, rowVersion, ...settings } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(work, tenantId)
  const added = await insert(trx, tenantId, settings)
  if (added) {
    audit({ entity: 'tenant_pin', entityId: tenantId, tenantId, after: added })
    return null
  }
  const before = await rowOf(trx, tenantId).forUpdate().executeTakeFirstOrThrow()
  if (rowVersion !== undefined) await rejectStale(trx, 'tenant_pin', before, settings, rowVersion)
  const after = await trx
    .updateTable('tenantPin')
    .set({ ...settings, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ entity: 'tenant_pin', entityId: tenantId, tenantId, before, after })
  return null
})

export const pinRoutes: readonly Route[] = [pinSettingsRoute, pinSettingsSaveRoute]
