import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { auditKey } from '../../../platform/audit/test-kit/index.ts'
import { archivePartitions } from '../../../platform/storage/archive/partitions.ts'
import { type FileStore, openStore } from '../../../platform/storage/index.ts'
import { messageArchives, messageSource } from './make.ts'

let database: TestDatabase
let folder: string

const run = (statement: string) => sql.raw(statement).execute(database.owner)

const addMessage = (day: string, state: string) =>
  run(`with id as (select overlay(id_of_month('2025-01-01') placing to_hex(extract(day from date '${day}')::int + 256) from 34) as id)
    , added as (insert into message (tenant_id, id, kind, template, recipient, body_encrypted, language, reference, state,
        send_count, max_send_count)
      select 'a', id, 'sms', 't', 'r', 'the body', 'zh', '', '${state}', 1, 24 from id returning tenant_id, id)
    insert into message_attempt (tenant_id, id, message_id, outcome, answer)
      select tenant_id, id, id, 'delivered', '好' from added`)

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'atrium-messages-'))
  await run(
    'drop table message_attempt_first; alter table message detach partition message_first; drop table message_first',
  )
  await addMonth()
  await addMessage('2025-01-10', 'delivered')
  await addMessage('2025-01-11', 'waiting')
})

const addMonth = async () => {
  for (const table of ['message', 'message_attempt'])
    await run(`create table ${table}_2025_01 (like ${table} including defaults including constraints);
      select attach_partition('${table}', '2025_01', format('for values from (%L) to (%L)',
        id_of_month('2025-01-01'), id_of_month('2025-02-01')))`)
}

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

it('archives a month with its attempts but without bodies once no message is pending', async () => {
  const store = await openStore(folder, {})
  const archive = async (to: FileStore = store) => {
    const outcomes: unknown[] = []
    const owner = { url: database.ownerUrl }
    await archivePartitions(messageSource, {
      db: database.db,
      owner,
      key: auditKey,
      store: to,
      before: '2025-02',
      operator: 'test',
      onPart: (_, outcome) => outcomes.push(outcome),
    })
    return outcomes
  }
  expect(await archive()).toEqual([{ stays: '1 of its messages have not been sent yet' }])
  await run(`update message set state = 'failed' where state = 'waiting'`)
  const put: FileStore['put'] = async (name, content) => {
    if (name.endsWith('.json')) await run('update message set send_count = 2')
    return store.put(name, content)
  }
  await expect(archive({ ...store, put })).rejects.toThrow('messages changed during archiving')
  expect(await archive()).toMatchObject([{ archived: { messages: 2, attempts: 2 } }])

  for (const table of ['message', 'messageAttempt'] as const)
    expect(await database.owner.selectFrom(table).selectAll().execute()).toEqual([])
  const manifest = await messageArchives.find(store, 'message_2025_01')
  expect(manifest && messageArchives.isSigned(manifest, auditKey)).toBe(true)
  expect(manifest && messageArchives.isSigned({ ...manifest, messages: 3 }, auditKey)).toBe(false)
  const content = gunzipSync(await readFile(join(folder, 'message_2025_01.jsonl.gz'))).toString()
  expect(content).not.toContain('the body')
  const lines = content
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines).toMatchObject([
    { tenant_id: 'a', kind: 'sms', state: 'delivered', attempts: [{ outcome: 'delivered', answer: '好' }] },
    { tenant_id: 'a', kind: 'sms', state: 'failed', attempts: [{ outcome: 'delivered' }] },
  ])
  const events = await database.owner.selectFrom('auditEvent').selectAll().execute()
  expect(events).toMatchObject([
    { call: 'messages:archive', entityId: 'message_2025_01', after: { messages: 2 } },
  ])
  expect(await archive()).toEqual([])
  await addMonth()
  expect(await archive()).toEqual([{ empty: true }])
})
