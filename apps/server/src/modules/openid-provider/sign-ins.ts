import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../platform/audit/index.ts'
import type { Client } from '../../platform/caller/client.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { ClientDomain } from './clients.ts'

/**
 * Binds a session of the provider to the session of the suite in which its user signed in. If the user signed in
 * again, the earlier session of the suite ends, and its sign-ins to products go on in the new one.
 */
export async function bindSession(trx: Trx, uid: string, sessionHash: string): Promise<void> {
  const bound = await trx
    .selectFrom('openidSession')
    .select('sessionHash')
    .where('uid', '=', uid)
    .forUpdate()
    .executeTakeFirst()
  if (bound?.sessionHash === sessionHash) return
  await trx
    .insertInto('openidSession')
    .values({ uid, sessionHash })
    .onConflict((conflict) => conflict.column('uid').doUpdateSet({ sessionHash }))
    .execute()
  if (!bound) return
  await trx
    .updateTable('productSignIn')
    .set({ sessionHash })
    .where('sessionHash', '=', bound.sessionHash)
    .where('state', '=', 'open')
    .execute()
  await sql`update session set ended_at = now(), ended_reason = 'signed-out'
    where token_hash = ${bound.sessionHash} and ended_at is null`.execute(trx)
}

/** Ends the session of the suite to which a session of the provider is bound: its user signed out. */
export const endBoundSession = (trx: Trx, uid: string): Promise<unknown> =>
  sql`update session set ended_at = now(), ended_reason = 'signed-out'
    where ended_at is null
      and token_hash = (select session_hash from openid_session where uid = ${uid})`.execute(trx)

interface SignIn {
  readonly domain: ClientDomain
  readonly userId: string
  /** `uid` of the provider's session. */
  readonly uid: string
  /** Id of the session for the product. */
  readonly sid: string
  readonly client: Client
  readonly requestId: string
}

/**
 * Records that a user signed in to a product, so that the product is notified of the end of the session. Signing in
 * again in the same session changes nothing: products renew their sign-ins silently.
 */
export async function recordSignIn(trx: Trx, { domain, userId, uid, sid, ...about }: SignIn): Promise<void> {
  const { tenantId, tenantUrlId, softwareId } = domain
  const { rows } = await sql<{ id: string; userName: string }>`
    with added as (
      insert into product_sign_in (tenant_id, id, tenant_url_id, user_id, session_hash, sid)
      select ${tenantId}, ${uuidv7()}, ${tenantUrlId}, ${userId}, session_hash, ${sid}
      from openid_session where uid = ${uid}
      on conflict (tenant_id, session_hash, tenant_url_id, sid) where state = 'open' do nothing
      returning id
    )
    select added.id, u.user_name from added, app_user u where u.id = ${userId}`.execute(trx)
  const [added] = rows
  if (!added) return
  await recordAudit(trx, {
    actorId: userId,
    actorName: added.userName,
    tenantId,
    call: '/oidc/auth',
    entity: 'product_sign_in',
    entityId: added.id,
    after: { softwareId, tenantUrlId, userId },
    requestId: about.requestId,
    address: about.client.address,
    userAgent: about.client.userAgent,
  })
}
