import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asSystem, asTenants, inTransaction } from '../database/transaction.ts'
import { recordAudit } from './record.ts'
import { event, seal, verify, write } from './test-kit/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
  for (const id of ['t1', 't2']) {
    await write(database, id)
    await seal(database)
  }
  await write(database, 't3')
})

afterAll(() => database.close())

const roles = [
  ['atrium_platform', asPlatform],
  ['atrium_system', asSystem],
  ['atrium_tenant', asTenants(['a', '0'])],
] as const

/** Statements that would change, remove, renumber or add events without a trace. */
const attempts = [
  `update audit_event set reason = 'x'`,
  'delete from audit_event',
  'truncate audit_event',
  `update audit_seal set events = 1`,
  'delete from audit_seal',
  'truncate audit_seal',
  `select setval('audit_batch', 1)`,
  `select nextval('audit_batch')`,
  `select setval('audit_event_sequence_seq', 1)`,
  'update audit_archive set events = 1',
  'delete from audit_archive',
  `insert into audit_archive values ('x', 1, 1, 1, '', '{}', '', now())`,
  'alter table audit_event detach partition audit_event_first',
  'drop table audit_event_first',
  'delete from audit_event_first',
  'alter sequence audit_batch restart',
  'alter table audit_event disable trigger stamp',
  'alter table audit_event disable row level security',
  'drop trigger stamp on audit_event',
  'create trigger other before insert on audit_event execute function stamp_audit_event()',
  `create or replace function stamp_audit_event() returns trigger language plpgsql as 'begin return new; end'`,
  'drop function close_audit_batch()',
  `set session_replication_role = 'replica'`,
  `insert into audit_event (id, tenant_id, call, entity, batch) values ('x', '0', '/', 'tenant', 1)`,
  `insert into audit_event (id, tenant_id, call, entity, at) values ('x', '0', '/', 'tenant', '2020-01-01')`,
  `insert into audit_event (id, tenant_id, call, entity, sequence) overriding system value
   values ('x', '0', '/', 'tenant', 1)`,
  'create table public.audit_event_2 as select * from audit_event',
  // A function that uses the trail's tables without their schema would find these first.
  'create temp sequence audit_batch',
  'create temp view audit_batch as select 1 as last_value',
  'create temp table audit_event_other (like audit_event)',
  `create function pg_temp.evil() returns integer language sql as 'select 1'`,
  'create domain pg_temp.text as pg_catalog.text',
]

/**
 * Returns statements that insert events directly into a partition, with and without an explicit batch, time or
 * sequence number.
 */
const intoPartition = (partition: string) => [
  `insert into ${partition} (id, tenant_id, call, entity) values ('x', '0', '/', 'tenant')`,
  `insert into ${partition} (id, tenant_id, call, entity, batch) values ('x', '0', '/', 'tenant', 1)`,
  `insert into ${partition} (id, tenant_id, call, entity, at) values ('x', '0', '/', 'tenant', '2020-01-01')`,
  `insert into ${partition} (id, tenant_id, call, entity, sequence) overriding system value
   values ('x', '0', '/', 'tenant', 1)`,
]

const state = async () => {
  const { owner } = database
  const events = await owner.selectFrom('auditEvent').selectAll().orderBy('sequence').execute()
  const seals = await owner.selectFrom('auditSeal').selectAll().orderBy('number').execute()
  const { rows } = await sql<{ lastValue: string }>`select last_value from audit_batch`.execute(owner)
  return { events, seals, rows }
}

/** Expects that PostgreSQL denies the statement, and that the trail is unchanged. */
const isDenied = async (work: Promise<unknown>) => {
  const before = await state()
  await expect(work).rejects.toMatchObject({ code: '42501' })
  expect(await state()).toEqual(before)
}

describe('the login without a role', () => {
  it.each(attempts)('may not run: %s', (statement) => isDenied(sql.raw(statement).execute(database.db)))
})

describe.each(roles)('%s', (_, as) => {
  it.each(attempts)('rejects the statement: %s', async (statement) => {
    await isDenied(inTransaction(database.db, as, (trx) => sql.raw(statement).execute(trx)))
  })

  it('rejects events that are inserted directly into a partition', async () => {
    const { rows } = await sql<{ name: string }>`select inhrelid::regclass::text as name from pg_inherits
      where inhparent = 'audit_event'::regclass`.execute(database.owner)
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['audit_event_first', 'audit_event_other']),
    )
    for (const statement of rows.flatMap(({ name }) => intoPartition(name)))
      await isDenied(inTransaction(database.db, as, (trx) => sql.raw(statement).execute(trx)))
  })

  it.each(['sequence audit_batch', 'view audit_batch as select 1 as last_value'])(
    '%s adds events only to the open batch, even if it may create a temporary %s',
    async (shadow) => {
      const name = new URL(database.url).pathname.slice(1)
      await sql.raw(`grant temporary on database ${name} to public`).execute(database.owner)
      await inTransaction(database.db, as, async (trx) => {
        await sql`create temp ${sql.raw(shadow)}`.execute(trx)
        await recordAudit(trx, event('t4', { tenantId: 'a' }))
        await sql`discard temp`.execute(trx)
      })
      await sql.raw(`revoke temporary on database ${name} from public`).execute(database.owner)
      const { events, rows } = await state()
      expect(events.at(-1)).toMatchObject({ entityId: 't4', batch: Number(rows[0]?.lastValue) })
      expect((await verify(database)).faults).toEqual([])
    },
  )
})

describe('atrium_system', () => {
  it('opens no new batch while the open one is empty', async () => {
    await seal(database)
    const before = await state()
    for (let n = 0; n < 3; n += 1) {
      await inTransaction(database.db, asSystem, (trx) => sql`select close_audit_batch()`.execute(trx))
    }
    expect(await state()).toEqual(before)
    expect((await verify(database)).faults).toEqual([])
  })

  it('is the only role that opens batches', async () => {
    for (const as of [asPlatform, asTenants(['a'])]) {
      const work = inTransaction(database.db, as, (trx) => sql`select close_audit_batch()`.execute(trx))
      await expect(work).rejects.toMatchObject({ code: '42501' })
    }
  })
})
