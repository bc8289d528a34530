import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../../platform/database/index.ts'
import { signOutQueue } from '../../../platform/database/queue.ts'
import type { ProductSignInTable } from '../../../platform/database/tables/openid.ts'

/** A notice that has begun anew, with its state before. */
interface Requeued extends Pick<Selectable<ProductSignInTable>, 'id' | 'userId' | 'state' | 'attempts'> {}

/** Tenant's domain to which users signed in. */
interface SignInDomain {
  readonly tenantId: string
  readonly tenantUrlId: string
}

/**
 * Begins failed notices of a domain anew, as if the sign-ins had just ended. Others are left as they are.
 * @param trx transaction of `atrium_system`
 * @returns the notices that have begun anew, as they were before
 */
export async function requeueFailed(
  trx: Trx,
  { tenantId, tenantUrlId }: SignInDomain,
  signInIds: readonly string[],
): Promise<Requeued[]> {
  const { rows } = await sql<Requeued>`
    with before as (
      select tenant_id, id, user_id, state, attempts from product_sign_in
      where tenant_id = ${tenantId} and tenant_url_id = ${tenantUrlId} and id = any (${signInIds}::text[])
        and (state = 'failed' or state = 'waiting' and failure is not null)
      order by id for update
    )
    update product_sign_in p set state = 'waiting', attempts = 0, failure = null, requeued_at = now()
    from before where p.tenant_id = before.tenant_id and p.id = before.id
    returning before.id, before.user_id, before.state, before.attempts`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length === 0) return rows
  // A notice that is still being retried has a job, which may be due in an hour.
  await sql`update pgboss.job set start_after = now()
    where name = ${signOutQueue} and singleton_key = any (${ids}::text[]) and state < 'active'`.execute(trx)
  await sql`select queue_product_sign_outs(${ids}::text[])`.execute(trx)
  return rows
}
