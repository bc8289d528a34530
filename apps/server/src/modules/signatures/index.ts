import {
  globalTenantId,
  type RequestOf,
  type SignaturePolicy,
  type SignedKind,
  signatory,
  signaturePolicy,
  signaturePolicySave,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, checkWritable, rejectStale } from '../../platform/crud/index.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { signedKindsOf } from '../../platform/http/electronic-signature.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import { findSignatory } from './verify-components.ts'

export { verifySignature } from './verify-components.ts'

/** The kinds of a row are those that a save has validated. */
const asPolicy = <Row extends { signed: unknown }>(row: Row) => ({
  ...row,
  signed: row.signed as SignedKind[],
})

/** Returns a tenant's policy, or the one that a first save replaces. */
async function policyOf(trx: Trx, tenantId: string): Promise<SignaturePolicy> {
  const row = await trx
    .selectFrom('signaturePolicy')
    .select(['id', 'tenantId', 'follows', 'signed', 'rowVersion'])
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  if (row) return asPolicy(row)
  const signed = await signedKindsOf(trx, tenantId)
  return { id: tenantId, tenantId, follows: tenantId !== globalTenantId, signed: [...signed], rowVersion: 0 }
}

/** POST /signature/policy. */
const policyRoute = handle(signaturePolicy, async (work) => {
  await checkReadable(work, work.input.tenantId)
  const platformSigned = [...(await signedKindsOf(work.trx, globalTenantId))]
  return { ...(await policyOf(work.trx, work.input.tenantId)), platformSigned }
})

type Settings = Omit<RequestOf<typeof signaturePolicySave>, 'tenantId' | 'rowVersion'>

/** Adds a first policy; returns undefined if there is one, including one that was saved concurrently. */
const insert = (trx: Trx, tenantId: string, { signed, follows }: Settings) =>
  trx
    .insertInto('signaturePolicy')
    .values({ tenantId, id: tenantId, follows, signed: toJson(signed) ?? '[]' })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** POST /signature/save. The first save adds the row of the tenant or of the platform. */
const saveRoute = handle(signaturePolicySave, async (work) => {
  const { input, trx, audit } = work
  const { tenantId, rowVersion, signed } = input
  await checkWritable(work, tenantId)
  // The platform has nothing to follow.
  const settings = { signed, follows: input.follows && tenantId !== globalTenantId }
  // Users who cannot sign must not decide what others have to sign.
  const isSigned = signed.length > 0 || (await signedKindsOf(trx, tenantId)).length > 0
  const facts = {
    entity: 'signature_policy',
    entityId: tenantId,
    tenantId,
    ...(isSigned && { signature: { meaning: 'approver' as const } }),
  } as const
  const added = await insert(trx, tenantId, settings)
  if (added) {
    audit({ ...facts, after: added })
    return null
  }
  const before = asPolicy(
    await trx
      .selectFrom('signaturePolicy')
      .selectAll()
      .where('tenantId', '=', tenantId)
      .forUpdate()
      .executeTakeFirstOrThrow(),
  )
  if (rowVersion !== undefined) await rejectStale(trx, 'signature_policy', before, settings, rowVersion)
  const after = await trx
    .updateTable('signaturePolicy')
    .set({
      follows: settings.follows,
      signed: toJson(signed) ?? '[]',
      rowVersion: before.rowVersion + 1,
      updatedAt: sql<Date>`now()`,
    })
    .where('tenantId', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ ...facts, before, after })
  return null
})

/** POST /signature/signatory. */
const signatoryRoute = handle(
  signatory,
  async (work) => {
    const { userName, printedName, state, hasSigned } = await findSignatory(work.trx, work)
    const problem = state === 'ready' ? '' : work.t(`signature.rule.${state}`)
    return { userName, printedName, state, problem, hasSigned }
  },
  { asSystem: true },
)

export const signatureRoutes: readonly Route[] = [policyRoute, saveRoute, signatoryRoute]
