import { spawn } from 'node:child_process'
import { createHash, sign } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import {
  createTestDatabase,
  processEnvironment,
  programFile,
  type TestDatabase,
} from '../../../test-support/index.ts'
import { asPlatform, inTransaction } from '../database/transaction.ts'
import { secretsFrom } from '../secrets/index.ts'
import { recordAudit } from './record.ts'
import { findSealsOf, readSealedColumns, sealedLines, textOfKey } from './sealed-lines.ts'
import { auditKey, event, seal, sealAsVersion2 } from './test-kit/index.ts'
import { verifySealedLines } from './verify-sealed-lines.ts'

jest.setTimeout(180_000)

const secret = 'a secret of the tests, long enough for anybody'
const otherKey = secretsFrom('another secret of the tests, long enough too').auditKey

let database: TestDatabase
let folder: string
/** The export's path and its lines: header, seal 2, a2, seal 1, b1, a1, a4, seal 3, a3, b2, end. */
let path: string
let lines: readonly string[]

const writeText = async (content: string | Buffer): Promise<string> => {
  const changed = join(folder, 'changed.jsonl')
  await writeFile(changed, content)
  return changed
}

/** Returns the faults of an export with these lines. */
const faultsOf = async (changed: readonly string[], key = auditKey) =>
  (await verifySealedLines(await writeText(changed.join('')), key)).faults

// Seal 3 also covers an event that is not exported, and the last event is not sealed.
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'atrium-export-'))
  const write = (...ids: string[]) =>
    inTransaction(database.db, asPlatform, async (trx) => {
      for (const id of ids)
        await recordAudit(trx, event(id, { address: '192.0.2.1', after: { contact: '甲' } }))
    })
  for (const [ids, sealNow] of [
    [['a1', 'b1'], seal],
    [['a2', 'b2'], sealAsVersion2],
    [['a3', 'unexported'], seal],
    [['a4'], async () => {}],
  ] as const) {
    await write(...ids)
    await sealNow(database)
  }
  const chunks = async function* () {
    for (const ids of [['a1', 'b1', 'a2'], [], ['b2', 'a3', 'a4']])
      yield await inTransaction(database.db, asPlatform, async (trx) => {
        const found = trx.selectFrom('auditEvent').select(['tenantId', 'id']).where('entityId', 'in', ids)
        return await readSealedColumns(trx, ids.length > 0 ? await found.execute() : [])
      })
  }
  const written = sealedLines({
    exportedAt: new Date('2026-11-27T06:00:00Z'),
    by: 'admin',
    filters: { entity: 'tenant' },
    key: auditKey,
    events: chunks(),
    sealsOf: (batches) => findSealsOf(database.db, batches),
  })
  path = join(folder, 'export.jsonl')
  await writeFile(path, written)
  lines = (await readFile(path, 'utf8')).split(/(?<=\n)/)
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

describe('an export of sealed lines', () => {
  it('has a header, each seal before its first event, the events as sealed and a signed end', () => {
    const kinds = lines.map((line) => {
      const read = JSON.parse(line)
      if (!Array.isArray(read))
        return read.format ?? (read.sha256 ? `${read.events} events` : `seal ${read.number}`)
      const [number, form, ...columns] = read
      return [number, form, columns[9], columns.length]
    })
    expect(kinds).toEqual([
      'atrium-audit-export-1',
      'seal 2',
      [2, 2, 'a2', 14],
      'seal 1',
      [1, 4, 'b1', 19],
      [1, 4, 'a1', 19],
      ['', 4, 'a4', 19],
      'seal 3',
      [3, 4, 'a3', 19],
      [2, 2, 'b2', 14],
      '6 events',
    ])
    expect(JSON.parse(lines[0] ?? '')).toEqual({
      format: 'atrium-audit-export-1',
      exportedAt: '2026-11-27T06:00:00.000Z',
      by: 'admin',
      filters: { entity: 'tenant' },
      publicKey: textOfKey(auditKey),
    })
  })

  it('is verified, with the hashes of the seals whose events it has', async () => {
    expect(await verifySealedLines(path, auditKey)).toMatchObject({
      events: 6,
      waiting: 1,
      recomputed: 4,
      seals: 3,
      complete: 2,
      faults: [],
    })
  })

  it('is found to be changed in any of its lines', async () => {
    const bytes = await readFile(path)
    const lastLine = bytes.length - Buffer.byteLength(lines.at(-1) ?? '')
    // Tries some bytes of each line and every byte of the last one, which the hash does not cover.
    for (let at = 0; at < bytes.length; at += at < lastLine ? 7 : 1) {
      const changed = Buffer.from(bytes)
      changed[at] = (bytes[at] ?? 0) ^ 1
      const { faults } = await verifySealedLines(await writeText(changed), auditKey)
      if (faults.length === 0) throw new Error(`byte ${at} of ${bytes.length} is not verified`)
    }
  })

  it('is found to lack or repeat any line', async () => {
    for (const [at, line] of lines.entries()) {
      expect(await faultsOf(lines.toSpliced(at, 1))).not.toEqual([])
      expect(await faultsOf(lines.toSpliced(at, 0, line))).not.toEqual([])
    }
    expect(await faultsOf([...lines, ' '])).not.toEqual([])
    expect(await faultsOf([])).toContain('its first line is not the header of an export')
  })

  it('is found to be of another deployment', async () => {
    expect(await faultsOf(lines, otherKey)).toEqual([
      'its first line names another key',
      'its last line is not signed with this key',
      'these lines are seals that are not signed with this key: 2, 4, 8',
    ])
  })
})

describe('an export that was signed again after a change', () => {
  /** Writes the changed lines with an end of their own, as somebody who has the key could. */
  const signedAgain = async (change: (line: string) => string) => {
    const changed = lines.slice(0, -1).map(change)
    const sha256 = createHash('sha256').update(changed.join('')).digest('hex')
    const events = 6
    const signed = Buffer.from(JSON.stringify(['atrium-audit-export-1', events, sha256]))
    const signature = sign(null, signed, auditKey).toString('base64url')
    return await faultsOf([...changed, `${JSON.stringify({ events, sha256, signature })}\n`])
  }

  it.each([
    ['nothing', (line: string) => line, []],
    ['an event', (line: string) => line.replace('"b1"', '"x1"'), ['seal 1: an event was changed']],
    [
      'the seal of an event',
      (line: string) => line.replace(/^\[3,/, '[1,'),
      ['these lines are events that their seals do not cover: 9'],
    ],
    [
      'a seal',
      (line: string) => line.replace('"number":3', '"number":4'),
      [
        'these lines are seals that are not signed with this key: 8',
        'these lines are events that their seals do not cover: 9',
      ],
    ],
  ])('is compared with its seals after a change of %s', async (_, change, faults) => {
    expect(await signedAgain(change)).toEqual(faults)
  })
})

describe('audit:verify --file', () => {
  /** Runs the command where no database can be reached. */
  const verify = async (variables: Record<string, string>, ...options: string[]) => {
    const child = spawn(process.execPath, [programFile, 'audit:verify', ...options], {
      env: { ...processEnvironment, DATA_DIR: join(folder, 'none'), ...variables },
    })
    const [said, complained, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'exit'),
    ])
    return { code, said, complained }
  }
  const unreachable = { DATABASE_URL: 'postgres://127.0.0.1:1/none' }

  it('verifies an export with the key of the deployment, without its database', async () => {
    const { code, said } = await verify({ ...unreachable, SECRET_KEY: secret }, '--file', path)
    expect(said.split('\n')).toEqual([
      'The export is intact.',
      'It has 6 events, exported by "admin" at 2026-11-27T06:00:00.000Z.',
      `Proved by its signature: no line was changed, added or removed since the export. Key: ${textOfKey(auditKey)}`,
      expect.stringMatching(/^Fingerprint of the sealing key \(SHA-256\): ([\da-f]{4} ?){16}$/),
      'Proved by 2 seals whose hashes match: 4 events are exactly as sealed.',
      expect.stringMatching(
        /^Not proved: whether 1 other event is exactly as sealed\. 1 seal with a valid signature also covers /,
      ),
      'Not proved: whether 1 event that was not sealed yet changed before the export.',
      '',
    ])
    expect(code).toBe(0)
  })

  it('says that the key is not proved if the file alone names it', async () => {
    const { code, said } = await verify({}, '--file', path)
    expect(said).toMatch(/^The export is intact\.\n(.*\n)*Not proved: whose key it is\./)
    expect(code).toBe(0)
  })

  it('exits with 1 if the export has faults, or another key signed it', async () => {
    const changed = await writeText(lines.join('').replace('"b1"', '"x1"'))
    expect(await verify({}, '--file', changed, '--key', textOfKey(auditKey))).toMatchObject({
      code: 1,
      said: 'The export is NOT intact:\na line was changed, added or removed\nseal 1: an event was changed\n',
    })
    const other = await verify({ SECRET_KEY: secret }, '--file', path, '--key', textOfKey(otherKey))
    expect(other.said).toMatch(/NOT intact:\nits first line names another key/)
    expect(other.code).toBe(1)
  })

  it('exits with 2 if it cannot verify', async () => {
    for (const options of [
      ['--file', path, '--key', 'x'],
      ['--file', path, '--head', `1:${'0'.repeat(64)}`],
      ['--key', textOfKey(auditKey)],
      ['--file', join(folder, 'none.jsonl')],
    ])
      expect(await verify({}, ...options)).toMatchObject({ code: 2, said: '' })
  })
})
