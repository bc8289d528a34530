import {
  globalTenantId,
  type ListedReason,
  type ReasonPolicy,
  type RequestOf,
  reasonChoices,
  reasonPolicy,
  reasonPolicySave,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, checkWritable, rejectStale } from '../../platform/crud/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { choicesIn, reasonPolicyOf } from '../../platform/http/change-reason.ts'
import { handle, type Route } from '../../platform/http/route.ts'

const columns = ['id', 'tenantId', 'follows', 'kinds', 'reasons', 'rowVersion'] as const

const rowOf = (trx: Trx, tenantId: string) =>
  trx.selectFrom('changeReasonPolicy').select(columns).where('tenantId', '=', tenantId)

/** The reasons of a row are those that a save has validated. */
const asPolicy = <Row extends { reasons: unknown }>(row: Row) => ({
  ...row,
  reasons: row.reasons as ListedReason[],
})

/** Returns a tenant's policy, or the one that a first save replaces. */
async function policyOf(trx: Trx, tenantId: string): Promise<ReasonPolicy> {
  const row = await rowOf(trx, tenantId).executeTakeFirst()
  if (row) return asPolicy(row)
  const { kinds, reasons } = await reasonPolicyOf(trx, tenantId)
  const follows = tenantId !== globalTenantId
  return { id: tenantId, tenantId, follows, kinds: [...kinds], reasons: [...reasons], rowVersion: 0 }
}

/** POST /changeReason/policy. */
const policyRoute = handle(reasonPolicy, async (work) => {
  await checkReadable(work, work.input.tenantId)
  return policyOf(work.trx, work.input.tenantId)
})

type Settings = Omit<RequestOf<typeof reasonPolicySave>, 'tenantId' | 'rowVersion'>

/** Adds a first policy; returns undefined if there is one, including one that was saved concurrently. */
const insert = (trx: Trx, tenantId: string, { reasons, ...settings }: Settings) =>
  trx
    .insertInto('changeReasonPolicy')
    .values({ tenantId, id: tenantId, ...settings, reasons: toJson(reasons) ?? '[]' })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** POST /changeReason/save. The first save adds the row of the tenant or of the platform. */
const saveRoute = handle(reasonPolicySave, async (work) => {
  const { input, trx, audit } = work
  const { tenantId, rowVersion, ...sent } = input
  await checkWritable(work, tenantId)
  // The platform has nothing to follow. Each kind is stored once.
  const settings = {
    ...sent,
    follows: sent.follows && tenantId !== globalTenantId,
    kinds: [...new Set(sent.kinds)],
  }
  const facts = { entity: 'change_reason_policy', entityId: tenantId, tenantId } as const
  const added = await insert(trx, tenantId, settings)
  if (added) {
    audit({ ...facts, after: added })
    return null
  }
  const before = asPolicy(
    await trx
      .selectFrom('changeReasonPolicy')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )
  if (rowVersion !== undefined) await rejectStale(trx, 'change_reason_policy', before, settings, rowVersion)
  const after = await trx
    .updateTable('changeReasonPolicy')
    .set({
      ...settings,
      reasons: toJson(settings.reasons) ?? '[]',
      rowVersion: before.rowVersion + 1,
      updatedAt: sql<Date>`now()`,
    })
    .where('tenantId', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ ...facts, before, after })
  return null
})

/** POST /changeReason/choices. */
const choicesRoute = handle(reasonChoices, async (work) => {
  const { input, trx, language } = work
  await checkReadable(work, input.tenantId)
  const { kinds, reasons } = await reasonPolicyOf(trx, input.tenantId)
  return { kinds: [...kinds], reasons: choicesIn(language, reasons) }
})

export const changeReasonRoutes: readonly Route[] = [policyRoute, saveRoute, choicesRoute]
