import { type Selectable, sql } from 'kysely'
import type { Trx } from '../../../platform/database/index.ts'
import type { ProductAccessTable } from '../../../platform/database/tables/product-access.ts'

/** A user whose rights a product is notified of at one of a tenant's domains. */
export interface NotifiedUser {
  readonly tenantUrlId: string
  readonly userId: string
}

/** A notification that has begun anew, with its state before. */
interface Requeued
  extends Pick<
    Selectable<ProductAccessTable>,
    'tenantId' | 'tenantUrlId' | 'userId' | 'state' | 'attempts'
  > {}

/**
 * Begins failed notifications of a tenant anew, as if the rights had just changed. They get a new version, because a
 * product may return its earlier response to a content that it knows. Others are left as they are.
 * @param trx transaction of `atrium_system`
 * @returns the notifications that have begun anew, as they were before
 */
export async function requeueFailed(
  trx: Trx,
  tenantId: string,
  users: readonly NotifiedUser[],
): Promise<Requeued[]> {
  const { rows } = await sql<Requeued>`
    with before as (
      select a.tenant_id, a.tenant_url_id, a.user_id, a.state, a.attempts
      from product_access a
      join unnest(${users.map((user) => user.tenantUrlId)}::text[], ${users.map((user) => user.userId)}::text[])
        as named (tenant_url_id, user_id) using (tenant_url_id, user_id)
      where a.tenant_id = ${tenantId} and (a.state = 'failed' or a.state = 'waiting' and a.failure is not null)
      order by a.tenant_url_id, a.user_id for update of a
    )
    update product_access a set state = 'waiting', changed_at = now(), attempts = 0, failure = null,
      version = greatest(a.version + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
    from before
    where a.tenant_id = before.tenant_id and a.tenant_url_id = before.tenant_url_id and a.user_id = before.user_id
    returning before.*`.execute(trx)
  if (rows.length > 0)
    await sql`select queue_access_notices(
      ${rows.map((row) => row.tenantId)}, ${rows.map((row) => row.tenantUrlId)})`.execute(trx)
  return rows
}
