import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'

/** What would be deleted: a tenant, a study of it, or a person's membership of it. */
interface Held {
  readonly tenantId: string
  readonly studyId?: string
  readonly userId?: string
}

/** Lets holds be placed and people pseudonymised one after the other only, so that no hold comes a moment too late. */
export async function lockHolds(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('legal holds', 0))`.execute(trx)
}

/**
 * Counts the legal holds that keep a tenant, a study or a membership from being deleted. No hold is placed until the
 * transaction ends, so that none comes between this check and the deletion.
 */
export async function countHolds(trx: Trx, { tenantId, studyId, userId }: Held): Promise<number> {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended('legal holds', 0))`.execute(trx)
  const { rows } = await sql<{ count: number }>`
    select count_holds(${tenantId}, ${studyId ?? null}, ${userId ?? null}) as count`.execute(trx)
  return rows[0]?.count ?? 0
}

/** SQL condition: no legal hold keeps the data of the person with this id. Only the platform and the server may use it. */
export const isPersonFree = (column: string) => sql<boolean>`${sql.ref(column)} not in (select held_people())`

/** SQL condition on a `message`: no legal hold keeps the data of its tenant or recipient. Only the server may use it. */
export const isMessageFree = sql<boolean>`(tenant_id not in (select held_tenants()) and not exists (
  select from app_user recipient where recipient.id in (select held_people())
    and (recipient.email_key = lower(message.recipient) or recipient.phone = message.recipient)))`
