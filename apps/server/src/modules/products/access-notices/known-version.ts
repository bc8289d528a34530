import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'

/** A user who opens a tenant's product at one of its domains. */
interface Opening {
  readonly tenantId: string
  readonly tenantUrlId: string
  readonly softwareId: string
  readonly userId: string
}

/**
 * Returns the version of a user's rights for a hand-over, which gives them to the product. From now on the product is
 * notified of every change at this domain. The rights must be read after the version: then they may be newer, but never
 * older.
 * @returns 0 if the product has no API, and so gets no notifications
 */
export async function knownVersion(trx: Trx, opening: Opening): Promise<number> {
  const { tenantId, tenantUrlId, softwareId, userId } = opening
  await sql`insert into product_access
      (tenant_id, tenant_url_id, user_id, state, version, notified_version, notified_at)
    select tenant_id, id, ${userId}, 'notified', stamp, stamp, now()
    from tenant_url, (select (extract(epoch from clock_timestamp()) * 1000)::bigint as stamp) at
    where tenant_id = ${tenantId} and id = ${tenantUrlId} and has_api
    on conflict do nothing`.execute(trx)
  const { version } = await trx
    .selectFrom('productAccess')
    .innerJoin('tenantUrl', (join) =>
      join
        .onRef('tenantUrl.tenantId', '=', 'productAccess.tenantId')
        .onRef('tenantUrl.id', '=', 'productAccess.tenantUrlId'),
    )
    .select((eb) => eb.fn.coalesce(eb.fn.max('version'), sql.lit(0)).as('version'))
    .where('productAccess.tenantId', '=', tenantId)
    .where('productAccess.userId', '=', userId)
    .where('tenantUrl.softwareId', '=', softwareId)
    .executeTakeFirstOrThrow()
  return version
}
