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

/** Each change sends notices: far more than is changed by hand, too few to fill a mailbox. */
const changingLimit = (callerId: string) => ({
  bucket: `important:${callerId}`,
  max: 120,
  window: { seconds: 3600 },
})

/** Rejects users who are not only in the administrator's tenant. */
const rejectUnlessOnlyHere = async (trx: Trx, { userId, tenantId }: Membership): Promise<void> => {
  const { rows } = await sql<{ tenant: string | null }>`select only_tenant(${userId}) as tenant`.execute(trx)
  if (rows[0]?.tenant !== tenantId) reject(codes.forbidden, 'tenantUser.refusal.alsoElsewhere')
}

/**
 * Whether the caller may change name, address and number of a tenant user whose membership they may change, for a list;
 * selected separately, because it takes a while.
 * @param columns those with the ids of tenant and user
 */
export const mayChangeImportant = (
  { caller, as }: { readonly caller: Caller; readonly as: RunAs },
  columns: Membership,
): RawBuilder<boolean> =>
  isPlatform(as)
    ? isReached(caller, columns.userId)
    : sql<boolean>`(only_tenant(${sql.ref(columns.userId)}) = ${sql.ref(columns.tenantId)}) is true`

/**
 * POST /tenantUser/update/important. A name, an address and a number are the person's in every tenant: the
 * administrator of one changes them only where no other and not the platform has to do with them.
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
