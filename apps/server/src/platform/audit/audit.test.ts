import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, asTenants, inTransaction } from '../database/transaction.ts'
import { secretsFrom } from '../secrets/index.ts'
import { recordAudit } from './record.ts'
import { event, seal as sealIn, verify as verifyIn, write as writeIn } from './test-kit/index.ts'
import { type ExternalEvidence, verifyAudit } from './verify.ts'

let database: TestDatabase

beforeEach(async () => {
  database = await createTestDatabase()
})
afterEach(() => database.close())

const write = (...ids: string[]) => writeIn(database, ...ids)
const seal = () => sealIn(database)
const verify = (outside?: ExternalEvidence) => verifyIn(database, outside)

describe('recordAudit', () => {
  it('stores the fields before and after the change, with the time of the database', async () => {
    const [before, after] = [{ tenantName: '甲' }, { tenantName: '乙', contact: '' }]
    await inTransaction(database.db, asPlatform, (trx) => recordAudit(trx, event('t1', { before, after })))
    const row = await database.owner.selectFrom('auditEvent').selectAll().executeTakeFirstOrThrow()
    expect(row).toMatchObject({ before, after })
    expect(Math.abs(row.at.getTime() - Date.now())).toBeLessThan(60_000)
  })

  it('stores as many whole ids as fit the index, and the beginning of a single long id', async () => {
    const uuids = Array.from({ length: 60 }, () => randomUUID())
    await write(uuids.join(), '中'.repeat(1_000), ['丙'.repeat(600), '丁'.repeat(100)].join())
    const kept = await database.owner
      .selectFrom('auditEvent')
      .select('entityId')
      .orderBy('sequence')
      .execute()
    expect(kept.map(({ entityId }) => entityId)).toEqual([
      uuids.slice(0, 54).join(),
      '中'.repeat(666),
      '丙'.repeat(600),
    ])
  })

  it('rolls back the mutation when the event cannot be written', async () => {
    const work = inTransaction(database.db, asTenants(['a']), async (trx) => {
      await recordAudit(trx, event('t1', { tenantId: 'a' }))
      await recordAudit(trx, event('t2', { tenantId: 'b' }))
    })
    await expect(work).rejects.toMatchObject({ code: '42501' })
    expect(await database.owner.selectFrom('auditEvent').select('id').execute()).toEqual([])
  })

  it('shows a tenant only its own trail, and rejects all changes to it', async () => {
    await write('platform')
    await inTransaction(database.db, asTenants(['a']), (trx) =>
      recordAudit(trx, event('own', { tenantId: 'a' })),
    )
    const read = await inTransaction(database.db, asTenants(['a']), (trx) =>
      trx.selectFrom('auditEvent').select('entityId').execute(),
    )
    expect(read).toEqual([{ entityId: 'own' }])
    for (const as of [asPlatform, asTenants(['a'])]) {
      const change = inTransaction(database.db, as, (trx) =>
        trx.updateTable('auditEvent').set({ reason: 'x' }).execute(),
      )
      await expect(change).rejects.toMatchObject({ code: '42501' })
    }
  })
})

describe('sealing', () => {
  it('seals each event exactly once', async () => {
    await write('t1', 't2')
    expect(await seal()).toMatchObject({ number: 1, events: 2 })
    expect(await seal()).toBeUndefined()
    await write('t3')
    expect(await seal()).toMatchObject({ number: 2, events: 1 })
    await write('t4')
    expect(await verify()).toMatchObject({ sealed: 3, waiting: 1, faults: [] })
  })

  it('waits for an earlier writer that has not finished', async () => {
    const started = Promise.withResolvers<void>()
    const finish = Promise.withResolvers<void>()
    const slow = inTransaction(database.db, asPlatform, async (trx) => {
      await recordAudit(trx, event('slow'))
      started.resolve()
      await finish.promise
    })
    await started.promise
    await write('quick')
    expect(await seal()).toBeUndefined()
    await write('meanwhile')
    finish.resolve()
    await slow
    expect(await seal()).toMatchObject({ events: 3 })
    expect(await verify()).toMatchObject({ sealed: 3, waiting: 0, faults: [] })
  })

  it('loses no event when several writers and sealers run at the same time', async () => {
    const writers = Array.from({ length: 8 }, async (_, writer) => {
      for (let n = 0; n < 20; n += 1) await write(`${writer}-${n}`)
    })
    const sealers = Array.from({ length: 3 }, async () => {
      for (let n = 0; n < 20; n += 1) await seal()
    })
    await Promise.all([...writers, ...sealers])
    await seal()
    expect(await verify()).toMatchObject({ sealed: 160, waiting: 0, faults: [] })
  })
})

describe('verification', () => {
  beforeEach(async () => {
    for (const id of ['t1', 't2', 't3']) {
      await write(id, `${id}-b`)
      await seal()
    }
  })

  it.each([
    [
      'a changed event',
      sql`update audit_event set actor_name = 'x' where entity_id = 't2'`,
      /seal 2.*changed/,
    ],
    ['a changed value', sql`update audit_event set after = '{}' where entity_id = 't1'`, /seal 1.*changed/],
    [
      'a changed time',
      sql`update audit_event set at = at - interval '1 microsecond' where entity_id = 't1'`,
      /seal 1/,
    ],
    ['a removed event', sql`delete from audit_event where entity_id = 't3'`, /seal 3.*1 event was removed/],
    [
      'an added event',
      sql`alter table audit_event disable trigger stamp;
        insert into audit_event (batch, id, at, tenant_id, call, entity) values (2, 'x', now(), '0', '/', 'x')`,
      /seal 2.*1 event was added/,
    ],
    ['a forged seal', sql`update audit_seal set events = 1 where number = 2`, /seal 2.*not signed/],
    ['a removed seal', sql`delete from audit_seal where number = 2`, /seal 3.*missing/],
    [
      'an end cut off',
      sql`delete from audit_event where batch = 3; delete from audit_seal where number = 3`,
      /after seal 2: later seals/,
    ],
    ['a trail that was emptied', sql`truncate audit_event, audit_seal`, /after seal 0/],
  ])('detects %s', async (_, tampering, fault) => {
    const head = (await verify()).head
    await sql.raw(tampering.compile(database.owner).sql).execute(database.owner)
    const { faults } = await verify()
    expect(faults.join('\n')).toMatch(fault)
    expect(head).toMatchObject({ number: 3 })
  })

  it('keeps reporting that the end was cut off after later seals', async () => {
    await sql`delete from audit_event where batch = 3`.execute(database.owner)
    await sql`delete from audit_seal where number = 3`.execute(database.owner)
    for (const id of ['t4', 't5']) {
      await write(id)
      expect((await verify()).faults).toHaveLength(1)
      await seal()
      expect((await verify()).faults).toEqual([
        'seal 3: 1 of its batches is empty: events were removed before sealing',
      ])
    }
  })

  it('detects that the number of the open batch was reset', async () => {
    await sql`select setval('audit_batch', 2)`.execute(database.owner)
    expect((await verify()).faults.join()).toMatch(/number of the open batch was reset/)
  })

  it('detects a cut-off end with hidden traces by a seal that was noted elsewhere', async () => {
    const { head } = await verify()
    await sql`delete from audit_event where batch = 3`.execute(database.owner)
    await sql`delete from audit_seal where number = 3`.execute(database.owner)
    await sql`select setval('audit_batch', 3)`.execute(database.owner)
    expect((await verify()).faults).toEqual([])
    expect((await verify({ head })).faults.join()).toMatch(/seal 3 with the hash .* is not in the trail/)
  })

  it('rejects the seals of another deployment', async () => {
    const other = secretsFrom('another secret of the tests, long enough too').auditKey
    const { faults } = await verifyAudit(database.db, other)
    expect(faults).toHaveLength(3)
  })
})
