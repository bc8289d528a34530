import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../database/transaction.ts'
import { secretsFrom } from '../../secrets/index.ts'
import { type AuditEvent, recordAudit } from '../record.ts'
import { signSeal } from '../seal.ts'
import { sealBatches } from '../sealer.ts'
import { type ExternalEvidence, verifyAudit } from '../verify.ts'

export const { auditKey } = secretsFrom('a secret of the tests, long enough for anybody')

/** Returns an event of the platform's trail. */
export const event = (entityId: string, more: Partial<AuditEvent> = {}): AuditEvent => ({
  actorId: 'u1',
  actorName: 'admin',
  tenantId: '0',
  call: '/tenant/save',
  entity: 'tenant',
  entityId,
  ...more,
})

/** Writes events in one transaction, as a process does. */
export const write = ({ db }: Pick<TestDatabase, 'db'>, ...ids: string[]) =>
  inTransaction(db, asPlatform, async (trx) => {
    for (const id of ids) await recordAudit(trx, event(id, { after: { tenantName: '甲' } }))
  })

/**
 * Writes many events at once.
 * @param first number of the first event
 */
export const writeMany = async ({ owner }: TestDatabase, first: number, count: number): Promise<void> => {
  await sql`select setval('audit_event_sequence_seq', ${first}, false)`.execute(owner)
  await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
    select gen_random_uuid()::text, '0', '/tenant/save', 'tenant', 'many'
    from generate_series(1, ${count}::int)`.execute(owner)
}

/** Writes an event with an id of the given day, as a server would if its clock showed that day. */
export const writeAt = async ({ owner }: TestDatabase, day: string): Promise<void> => {
  await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
    select regexp_replace(lpad(to_hex((extract(epoch from ${day}::timestamp) * 1000)::bigint), 12, '0'), '(.{8})(.{4})',
        '\\1-\\2-7') || substr(gen_random_uuid()::text, 16),
      '0', '/tenant/save', 'tenant', ${day}`.execute(owner)
}

export const seal = ({ db }: Pick<TestDatabase, 'db'>) => sealBatches(db, auditKey)
export const verify = ({ db }: Pick<TestDatabase, 'db'>, outside?: ExternalEvidence) =>
  verifyAudit(db, auditKey, outside)

/** Runs statements as the owner, who has all rights. */
export const tamper = async ({ owner }: TestDatabase, statement: string): Promise<void> => {
  await sql.raw(statement).execute(owner)
}

/** Backdates every seal by some seconds and signs it again. */
export async function ageSeals({ owner }: TestDatabase, seconds: number): Promise<void> {
  for (const { signature: _, ...row } of await owner.selectFrom('auditSeal').selectAll().execute()) {
    const aged = { ...row, sealedAt: new Date(row.sealedAt.getTime() - seconds * 1000) }
    await owner
      .updateTable('auditSeal')
      .set({ sealedAt: aged.sealedAt, signature: signSeal(aged, auditKey) })
      .where('number', '=', row.number)
      .execute()
  }
}
