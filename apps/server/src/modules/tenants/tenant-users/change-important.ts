import { codes, tenantUserUpdateImportant } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Caller } from '../../../platform/caller/caller.ts'
import { isPlatform, type RunAs, type Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import { isReached, type Membership, rejectUnlessReaches } from '../../access/index.ts'
import { consumeLimit } from '../../identity/limits/index.ts'
import { changeImportant } from '../../identity/users/index.ts'
import { membershipOf } from './membership.ts'

/** Each change sends notices. The limit is far more than manual work needs, and too low to flood a mailbox. */
const changingLimit = (callerId: string) => ({
  bucket: `important:${callerId}`,
  max: 120,
  window: { seconds: 3600 },
})

/** Rejects users who belong to other tenants or have a system role. */
const rejectUnlessOnlyHere = async (trx: Trx, { userId, tenantId }: Membership): Promise<void> => {
  const { rows } = await sql<{ tenant: string | null }>`select only_tenant(${userId}) as tenant`.execute(trx)
  if (rows[0]?.tenant !== tenantId) reject(codes.forbidden, 'tenantUser.refusal.alsoElsewhere')
}

/**
 * Returns SQL for whether the caller may change name, address and number of a tenant user whose membership they may
 * change. Select it for one page only, because it is slow.
 * @param columns columns with the ids of tenant and user
 */
export const mayChangeImportant = (
  { caller, as }: { readonly caller: Caller; readonly as: RunAs },
  columns: Membership,
): RawBuilder<boolean> =>
  isPlatform(as)
    ? isReached(caller, columns.userId)
    : sql<boolean>`(only_tenant(${sql.ref(columns.userId)}) = ${sql.ref(columns.tenantId)}) is true`

/**
 * POST /tenantUser/update/important. Name, address and number apply in every tenant. A tenant's administrator can
 * therefore change them only for users without another tenant or a system role.
 */
export const tenantUserUpdateImportantRoute = handleOwn(
  tenantUserUpdateImportant,
  async ({ input, caller, as, services, system, asCaller }) => {
    const { id, ...important } = input
    const ofPlatform = isPlatform(as)
    if (!ofPlatform && !(await system((trx) => consumeLimit(trx, changingLimit(caller.userId)))))
      reject(codes.limitReached)
    return asCaller(async (trx, audit) => {
      const membership = await membershipOf({ trx, as, caller }, id)
      await rejectUnlessReaches(trx, caller, membership.userId)
      if (!ofPlatform) await rejectUnlessOnlyHere(trx, membership)
      await changeImportant({ trx, caller, audit, services }, membership, important)
      return null
    })
  },
)
