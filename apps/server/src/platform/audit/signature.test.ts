import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../database/transaction.ts'
import { secretsFrom } from '../secrets/index.ts'
import { type AuditEvent, recordAudit } from './record.ts'
import { findSealsOf, readSealedColumns, sealedLines } from './sealed-lines.ts'
import { hashOfContent, verifySignatures } from './signature.ts'
import { auditKey, event } from './test-kit/index.ts'
import { verifySealedLines } from './verify-sealed-lines.ts'

let database: TestDatabase
let folder: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'atrium-signature-'))
})
beforeEach(() => database.owner.deleteFrom('auditEvent').execute())
afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const signer = {
  ...{ userId: 'u1', userName: 'li.min', printedName: '李敏', sessionId: 's1' },
  components: 'both',
} as const

/** Writes a signed event and returns it. */
const write = async (facts: Partial<AuditEvent>, content?: unknown) => {
  const signing = { signer, meaning: 'reviewer' as const, content, key: auditKey }
  await inTransaction(database.db, asPlatform, (trx) => recordAudit(trx, event('t1', { ...facts, signing })))
  return database.owner
    .selectFrom('auditEvent')
    .selectAll()
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
}

const verify = async (signed: Awaited<ReturnType<typeof write>>, key = auditKey) =>
  (await inTransaction(database.db, asPlatform, (trx) => verifySignatures(trx, key, [signed]))).get(signed.id)

describe('a signature', () => {
  it.each([
    ['a new record', { after: { tenantName: '甲', list: [{ id: '2', contact: '' }] } }],
    ['a change', { before: { tenantName: '甲' }, after: { tenantName: '乙' }, reason: '更正' }],
    ['a deletion', { before: { tenantName: '甲' } }],
    ['an event without fields', { after: {} }],
  ])('is bound to %s', async (_, facts) => {
    expect(await verify(await write(facts))).toMatchObject({ state: 'intact', printedName: '李敏' })
  })

  it('is broken for another deployment’s key, another record and another event', async () => {
    const other = secretsFrom('another secret of the tests, long enough too').auditKey
    const [first, second] = [
      await write({ after: { tenantName: '甲' } }),
      await write({ after: { tenantName: '甲' } }),
    ]
    expect((await verify(first, other))?.state).toBe('broken')
    expect((await verify({ ...first, entityId: 't2' }))?.state).toBe('broken')
    expect((await verify({ ...second, after: first.after }))?.state).toBe('broken')
  })

  it('keeps the hash of signed content outside the event', async () => {
    const report = { rows: [{ b: 1, a: [null, 'x'] }] }
    const signed = await verify(await write({ after: { tenantName: '甲' } }, report))
    expect(signed?.contentHash).toBe(hashOfContent({ rows: [{ a: [null, 'x'], b: 1 }] }))
    expect(signed?.contentHash).not.toBe(hashOfContent({ rows: [] }))
  })

  it('is verified in an export without the database', async () => {
    const signed = await write({ before: { tenantName: '甲' } })
    const events = async function* () {
      yield await inTransaction(database.db, asPlatform, (trx) => readSealedColumns(trx, [signed]))
    }
    let text = ''
    for await (const part of sealedLines({
      ...{ exportedAt: new Date(), by: 'admin', filters: {}, key: auditKey, events: events() },
      sealsOf: (batches) => findSealsOf(database.db, batches),
    }))
      text += part
    const path = join(folder, 'export.jsonl')
    await writeFile(path, text)
    expect(await verifySealedLines(path, auditKey)).toMatchObject({ signatures: 1, faults: [] })
    await writeFile(path, text.replace('李敏', '王伟'))
    expect((await verifySealedLines(path, auditKey)).faults.join('\n')).toContain(
      'to which their electronic signatures do not belong: 2',
    )
  })
})
