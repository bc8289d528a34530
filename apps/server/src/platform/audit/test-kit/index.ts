import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../../database/transaction.ts'
import { secretsFrom } from '../../secrets/index.ts'
import { type AuditEvent, recordAudit } from '../record.ts'
import { type SealContent, signSeal } from '../seal.ts'
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

/** Hash of the events as version 2 hashed them. Its columns never change. */
const hashOfVersion2 = async (
  { owner }: Pick<TestDatabase, 'owner'>,
  { previousHash, fromBatch, toBatch }: SealContent,
): Promise<string> => {
  const { rows } = await sql<object>`
    select sequence::text, batch::text, id, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
      actor_id, actor_name, tenant_id, call, entity, entity_id, before::text, after::text, reason, request_id
    from audit_event where batch between ${fromBatch} and ${toBatch}
    order by audit_event.batch, audit_event.sequence`.execute(owner)
  const lines = rows.map((row) => `${JSON.stringify(Object.values(row))}\n`)
  return createHash('sha256')
    .update(`${previousHash}\n${lines.join('')}`)
    .digest('hex')
}

/** Seals the waiting events as a process of the version before form 3 does. */
export const sealAsVersion2 = async (database: Pick<TestDatabase, 'db' | 'owner'>): Promise<void> => {
  const sealed = await seal(database)
  if (!sealed) throw new Error('there is nothing to seal')
  const earlier = { ...sealed, form: 2, hash: await hashOfVersion2(database, sealed) }
  await database.owner
    .updateTable('auditSeal')
    .set({ form: 2, hash: earlier.hash, signature: signSeal(earlier, auditKey) })
    .where('number', '=', sealed.number)
    .execute()
}

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
