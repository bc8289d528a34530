import {
  accessRequestRules,
  accessRequestRulesSave,
  codes,
  defaultAccessRequestRules,
  globalTenantId,
  type RequestOf,
} from '@atrium/contract'
import { sql } from 'kysely'
import { checkReadable, checkWritable, rejectStale } from '../../platform/crud/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'

type Rules = Omit<RequestOf<typeof accessRequestRulesSave>, 'id' | 'rowVersion'>

const rowOf = (trx: Trx, tenantId: string) =>
  trx
    .selectFrom('accessRequestRule')
    .select(['id', 'tenantId', 'scope', 'days', 'rowVersion'])
    .where('tenantId', '=', tenantId)

/** GET /accessRequest/rules. */
export const rulesRoute = handle(accessRequestRules, async (work) => {
  const { input, trx } = work
  // The platform itself has no studies.
  if (input.id === globalTenantId) reject(codes.notFound)
  await checkReadable(work, input.id)
  const saved = await rowOf(trx, input.id).executeTakeFirst()
  return saved ?? { id: input.id, ...defaultAccessRequestRules, rowVersion: 0 }
})

/** Adds a tenant's first rules; returns undefined if it has some, including those saved concurrently. */
const insert = (trx: Trx, tenantId: string, rules: Rules) =>
  trx
    .insertInto('accessRequestRule')
    .values({ tenantId, id: tenantId, ...rules })
    .onConflict((conflict) => conflict.columns(['tenantId', 'id']).doNothing())
    .returningAll()
    .executeTakeFirst()

/** POST /accessRequest/rules/save. The first save adds the tenant's row, and later saves change it. */
export const rulesSaveRoute = handle(accessRequestRulesSave, async (work) => {
  const { input, trx, audit } = work
  const { id: tenantId, rowVersion, ...rules } = input
  if (tenantId === globalTenantId) reject(codes.notFound)
  await checkWritable(work, tenantId)
  const facts = { entity: 'access_request_rule', entityId: tenantId, tenantId } as const
  const added = await insert(trx, tenantId, rules)
  if (added) {
    audit({ ...facts, after: added })
    return null
  }
  const before = await rowOf(trx, tenantId).forUpdate().executeTakeFirstOrThrow()
  if (rowVersion !== undefined) await rejectStale(trx, 'access_request_rule', before, rules, rowVersion)
  const after = await trx
    .updateTable('accessRequestRule')
    .set({ ...rules, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ ...facts, before, after })
  return null
})
