import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'
import { asPlatform, asSystem, asTenants, inTransaction } from '../database/transaction.ts'
import { seal, verify, write } from './test-kit/index.ts'

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

/** Whatever would change, remove, renumber or let in what the trail does not tell. */
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
]

const state = async () => {
  const { owner } = database
  const events = await owner.selectFrom('auditEvent').selectAll().orderBy('sequence').execute()
  const seals = await owner.selectFrom('auditSeal').selectAll().orderBy('number').execute()
  const { rows } = await sql`select last_value from audit_batch`.execute(owner)
  return { events, seals, rows }
}

describe.each(roles)('%s', (_, as) => {
  it.each(attempts)('is refused: %s', async (statement) => {
    const before = await state()
    const work = inTransaction(database.db, as, (trx) => sql.raw(statement).execute(trx))
    await expect(work).rejects.toMatchObject({ code: '42501' })
    expect(await state()).toEqual(before)
  })
})

describe('atrium_system', () => {
  it('opens no batch while the open one holds no event', async () => {
    await seal(database)
    const before = await state()
    for (let n = 0; n < 3; n += 1) {
      await inTransaction(database.db, asSystem, (trx) => sql`select close_audit_batch()`.execute(trx))
    }
    expect(await state()).toEqual(before)
    expect((await verify(database)).faults).toEqual([])
  })

  it('alone opens batches', async () => {
    for (const as of [asPlatform, asTenants(['a'])]) {
      const work = inTransaction(database.db, as, (trx) => sql`select close_audit_batch()`.execute(trx))
      await expect(work).rejects.toMatchObject({ code: '42501' })
    }
  })
})
