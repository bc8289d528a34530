import { afterEach, beforeEach, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../database/transaction.ts'
import { recordAudit } from './record.ts'
import { event, seal, sealAsVersion2, tamper, verify } from './test-kit/index.ts'

let database: TestDatabase

// Seals of both forms alternate while servers of two versions run.
beforeEach(async () => {
  database = await createTestDatabase()
  for (const sealNow of [sealAsVersion2, seal, sealAsVersion2, seal]) {
    for (const id of ['a', 'b'])
      await inTransaction(database.db, asPlatform, (trx) =>
        recordAudit(
          trx,
          event(id, { address: '192.0.2.1', userAgent: 'Mozilla/5.0', after: { contact: id } }),
        ),
      )
    await tamper(database, `update audit_event set subjects = '{u1,"u 2"}' where entity_id = 'b'`)
    await sealNow(database)
  }
})
afterEach(() => database.close())

it('verifies a trail with seals of both forms', async () => {
  expect(await verify(database)).toMatchObject({ sealed: 8, faults: [] })
})

it.each([
  ['address', `'192.0.2.2'`],
  ['user_agent', `''`],
  ['study_id', `'s1'`],
  ['subjects', `'{u1}'`],
])('detects a changed %s below a seal of form 3, and no earlier seal covers it', async (column, value) => {
  await tamper(
    database,
    `update audit_event set ${column} = ${value} where batch in (3, 4) and entity_id = 'b'`,
  )
  expect((await verify(database)).faults).toEqual([expect.stringMatching(/^seal 4 .*an event was changed$/)])
})

it('detects a changed reason below seals of both forms', async () => {
  await tamper(database, `update audit_event set reason = 'x' where batch in (1, 4) and entity_id = 'a'`)
  expect((await verify(database)).faults).toEqual([
    expect.stringMatching(/^seal 1 .*an event was changed$/),
    expect.stringMatching(/^seal 4 .*an event was changed$/),
  ])
})

it('verifies a database without the columns of form 3', async () => {
  await tamper(database, 'delete from audit_event where batch > 1; delete from audit_seal where number > 1')
  await tamper(database, `select setval('audit_batch', 2)`)
  for (const column of ['address', 'user_agent', 'study_id', 'subjects'])
    await tamper(database, `alter table audit_event drop column ${column} cascade`)
  expect(await verify(database)).toMatchObject({ sealed: 2, faults: [] })
})
