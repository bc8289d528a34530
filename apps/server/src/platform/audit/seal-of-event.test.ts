import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asTenants, inTransaction } from '../database/transaction.ts'
import { secretsFrom } from '../secrets/index.ts'
import { recordAudit } from './record.ts'
import { sealOf } from './seal-of-event.ts'
import { newestSeal } from './sealer.ts'
import { auditKey, event, seal, sealAsVersion2, tamper, write } from './test-kit/index.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
  for (const [id, sealNow] of [
    ['t1', seal],
    ['t2', sealAsVersion2],
    ['t3', seal],
  ] as const) {
    await write(database, id)
    await inTransaction(database.db, asTenants(['a']), (trx) =>
      recordAudit(trx, event(`${id}-a`, { tenantId: 'a' })),
    )
    await sealNow(database)
  }
})
afterEach(() => database.close())

const stateOf = async (batch: number) => (await sealOf(database.db, auditKey, batch)).state

it('finds an intact seal of each form, over the events of several tenants', async () => {
  const newest = await newestSeal(database.db)
  expect(await sealOf(database.db, auditKey, 3)).toEqual({
    state: 'intact',
    number: 3,
    time: newest?.sealedAt.toISOString(),
    hash: newest?.hash,
  })
  expect([await stateOf(1), await stateOf(2)]).toEqual(['intact', 'intact'])
})

it('finds no seal of an event that waits for it', async () => {
  const waiting = { state: 'waiting', number: 0, time: '', hash: '' }
  expect(await sealOf(database.db, auditKey, 4)).toEqual(waiting)
})

it('finds the seal of each of its batches', async () => {
  // A seal covers several batches if a writer of an earlier one had not finished.
  for (const id of ['t4', 't5']) {
    await write(database, id)
    await tamper(database, 'select close_audit_batch()')
  }
  await seal(database)
  for (const batch of [4, 5])
    expect(await sealOf(database.db, auditKey, batch)).toMatchObject({ state: 'intact', number: 4 })
})

it.each([
  ['a changed event', `update audit_event set actor_name = 'x' where entity_id = 't2'`],
  ['a changed event of another tenant', `update audit_event set actor_name = 'x' where entity_id = 't2-a'`],
  ['a removed event', `delete from audit_event where entity_id = 't2-a'`],
  [
    'an added event',
    `alter table audit_event disable trigger stamp;
     insert into audit_event (batch, id, at, tenant_id, call, entity) values (2, 'x', now(), '0', '/', 'x')`,
  ],
  ['a forged seal', 'update audit_seal set events = 1 where number = 2'],
  ['a removed previous seal', 'delete from audit_seal where number = 1'],
  ['a replaced previous seal', `update audit_seal set hash = repeat('a', 64) where number = 1`],
])('detects %s, and only the seal itself is broken', async (_, tampering) => {
  await tamper(database, tampering)
  expect(await sealOf(database.db, auditKey, 2)).toMatchObject({ state: 'broken', number: 2 })
  expect(await stateOf(3)).toBe('intact')
})

it('detects that the seal of an event was removed', async () => {
  await tamper(database, 'delete from audit_seal where number = 2')
  expect(await sealOf(database.db, auditKey, 2)).toEqual({ state: 'broken', number: 0, time: '', hash: '' })
})

it('rejects a seal of another deployment', async () => {
  const other = secretsFrom('another secret of the tests, long enough too').auditKey
  expect(await sealOf(database.db, other, 1)).toMatchObject({ state: 'broken', number: 1 })
})
