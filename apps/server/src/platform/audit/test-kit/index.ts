import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { TestDatabase } from '../../../../test-support/index.ts'
import { asPlatform, asSystem, inTransaction } from '../../database/transaction.ts'
import { secretsFrom } from '../../secrets/index.ts'
import { type AuditEvent, recordAudit } from '../record.ts'
import { firstForm, noHash, signSeal } from '../seal.ts'
import { sealBatches } from '../sealer.ts'
import { type ExternalEvidence, verifyAudit } from '../verify.ts'

export const { auditKey } = secretsFrom('a secret of the tests, long enough for anybody')

/** An event of the platform's trail. */
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

/** Writes many events at once. @param first the number of the first */
export const writeMany = async ({ owner }: TestDatabase, first: number, count: number): Promise<void> => {
  await sql`select setval('audit_event_sequence_seq', ${first}, false)`.execute(owner)
  await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
    select gen_random_uuid()::text, '0', '/tenant/save', 'tenant', 'many'
    from generate_series(1, ${count}::int)`.execute(owner)
}

/** Writes an event as a server did whose clock said so: its id is of that day. */
export const writeAt = async ({ owner }: TestDatabase, day: string): Promise<void> => {
  await sql`insert into audit_event (id, tenant_id, call, entity, entity_id)
    select regexp_replace(lpad(to_hex((extract(epoch from ${day}::timestamp) * 1000)::bigint), 12, '0'), '(.{8})(.{4})',
        '\\1-\\2-7') || substr(gen_random_uuid()::text, 16),
      '0', '/tenant/save', 'tenant', ${day}`.execute(owner)
}

export const seal = ({ db }: Pick<TestDatabase, 'db'>) => sealBatches(db, auditKey)
export const verify = ({ db }: Pick<TestDatabase, 'db'>, outside?: ExternalEvidence) =>
  verifyAudit(db, auditKey, outside)

/** Runs statements as the owner, who may do anything. */
export const tamper = async ({ owner }: TestDatabase, statement: string): Promise<void> => {
  await sql.raw(statement).execute(owner)
}

/** Has every seal made some seconds earlier, and signed then. */
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

interface Line {
  readonly sequence: string
}

/** What the version before read to seal some batches, mistake and all. */
async function linesOfEarlier({ owner }: TestDatabase, from: number, to: number): Promise<Line[]> {
  const all: Line[] = []
  for (;;) {
    const { rows } = await sql<Line>`
      select sequence::text, batch::text, id,
        to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at,
        actor_id, actor_name, tenant_id, call, entity, entity_id,
        before::text, after::text, reason, request_id from audit_event
      where batch between ${from} and ${to} and sequence > ${all.at(-1)?.sequence ?? '0'}::bigint
      order by sequence limit 1000`.execute(owner)
    all.push(...rows)
    if (rows.length < 1000) return all
  }
}

/** Seals what is there as the version before did. @returns how many lines it hashed */
export async function sealAsEarlier(database: TestDatabase): Promise<number> {
  const { owner, db } = database
  const { rows } = await inTransaction(db, asSystem, (trx) =>
    sql<{ closed: number }>`select close_audit_batch() as closed`.execute(trx),
  )
  const toBatch = rows[0]?.closed ?? 0
  const last = await owner
    .selectFrom('auditSeal')
    .selectAll()
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  const [fromBatch, previousHash] = [(last?.toBatch ?? 0) + 1, last?.hash ?? noHash]
  const lines = await linesOfEarlier(database, fromBatch, toBatch)
  const hash = createHash('sha256').update(`${previousHash}\n`)
  for (const line of lines) hash.update(`${JSON.stringify(Object.values(line))}\n`)
  const content = {
    form: firstForm,
    number: (last?.number ?? 0) + 1,
    fromBatch,
    toBatch,
    events: lines.length,
    emptyBatches: null,
    total: null,
    hash: hash.digest('hex'),
    previousHash,
    sealedAt: new Date(),
  }
  await owner
    .insertInto('auditSeal')
    .values({ ...content, signature: signSeal(content, auditKey) })
    .execute()
  return lines.length
}
