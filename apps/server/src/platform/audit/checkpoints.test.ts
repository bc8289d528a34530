import { appendFile, copyFile, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { prepareCheckpoints, writeCheckpoints } from './checkpoints.ts'
import { startSealer } from './sealer.ts'
import { ageSeals, auditKey, seal, tamper, verify, write } from './test-kit/index.ts'

let database: TestDatabase
let folder: string
let checkpoints: string

beforeEach(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'atrium-heads-'))
  checkpoints = join(folder, 'kept', 'audit-heads')
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const writeDown = () => writeCheckpoints(database.db, auditKey, checkpoints)

/** Writes some seals of one or two events each, with their checkpoints. */
const fill = async (count: number): Promise<void> => {
  await prepareCheckpoints(checkpoints)
  for (let n = 1; n <= count; n += 1) {
    await write(database, ...(n % 2 ? [`e${n}`] : [`e${n}`, `f${n}`]))
    await seal(database)
    await writeDown()
  }
}

const faults = async (files = [checkpoints]) => (await verify(database, { checkpoints: files })).faults
const lines = async () => (await readFile(checkpoints, 'utf8')).trimEnd().split('\n')

describe('the file of checkpoints', () => {
  it('records every seal with its number, total events, hash, signature and time, in a file only its owner can read', async () => {
    await fill(3)
    const seals = await database.owner.selectFrom('auditSeal').selectAll().orderBy('number').execute()
    const kept = (await lines()).map((line) => JSON.parse(line))
    expect(kept).toEqual(seals.map((row) => ({ ...row, sealedAt: row.sealedAt.toISOString() })))
    expect(kept.map(({ total }) => total)).toEqual([1, 3, 4])
    expect((await stat(checkpoints)).mode & 0o777).toBe(0o600)
    expect(await faults()).toEqual([])
  })

  it('adds each missing checkpoint once when several processes write at the same time', async () => {
    await fill(1)
    for (const id of ['a', 'b', 'c']) {
      await write(database, id)
      await seal(database)
    }
    const written = await Promise.all(Array.from({ length: 5 }, writeDown))
    expect(written.toSorted()).toEqual([0, 0, 0, 0, 3])
    expect(await lines()).toHaveLength(4)
    expect(await faults()).toEqual([])
  })

  it('stays complete when several processes share a file and another host has its own', async () => {
    const other = join(folder, 'other-heads')
    const errors: unknown[] = []
    const start = (file: string) =>
      startSealer({
        db: database.db,
        key: auditKey,
        checkpoints: file,
        interval: 20,
        onError: (error) => errors.push(error),
      })
    await prepareCheckpoints(checkpoints)
    const sealers = [start(checkpoints), start(checkpoints), start(other)]
    for (let n = 0; n < 30; n += 1) await write(database, `e${n}`)
    for (const sealer of sealers) await sealer.stop()
    await writeCheckpoints(database.db, auditKey, checkpoints)
    expect(errors).toEqual([])
    expect(await verify(database, { checkpoints: [checkpoints, other] })).toMatchObject({
      sealed: 30,
      faults: [],
    })
    expect(new Set(await lines()).size).toBe((await lines()).length)
  })
})

describe('a crash', () => {
  it('causes no fault between the commit of a seal and its checkpoint, which the next round adds', async () => {
    await fill(2)
    await write(database, 'x')
    await seal(database)
    expect(await faults()).toEqual([])
    expect(await writeDown()).toBe(1)
    expect(await lines()).toHaveLength(3)
    expect(await faults()).toEqual([])
  })

  it.each([
    ['a part of it', 40],
    ['all but its end', 1],
    ['none but its beginning', 300],
  ])('causes no fault when a cut-off line left %s, and the next round repairs the line', async (_, cut) => {
    await fill(3)
    const { size } = await stat(checkpoints)
    await truncate(checkpoints, size - cut)
    expect(await faults()).toEqual([])
    await fill(1)
    expect(await faults()).toEqual([])
    expect(JSON.parse((await lines()).at(-1) ?? '')).toMatchObject({ number: 4 })
  })

  it('causes no fault when it leaves zeros behind', async () => {
    await fill(2)
    await write(database, 'x')
    await seal(database)
    await appendFile(checkpoints, '{"number":3,"total":\0\0\0\0')
    await writeDown()
    expect(await faults()).toEqual([])
  })
})

const cutEnd = `delete from audit_event where batch >= 3; delete from audit_seal where number >= 3;
  select setval('audit_batch', 3)`

describe('verification by checkpoints', () => {
  it('detects that the newest seals and events were removed with their traces, even after later seals', async () => {
    await fill(4)
    await tamper(database, cutEnd)
    expect((await verify(database)).faults).toEqual([])
    expect(await faults()).toEqual([
      `${checkpoints}: the trail lacks seals 3 to 4: the newest 3 sealed events were removed`,
    ])
    await expect(writeDown()).rejects.toThrow(/seal 4 in .* is missing from the trail/)
    for (const id of ['x', 'y', 'z']) {
      await write(database, id)
      await seal(database)
      await writeDown().catch(() => {})
    }
    expect((await verify(database)).faults).toEqual([])
    expect((await faults()).join()).toMatch(/the trail differs at seals 3 to 4: it was replaced/)
  })

  it('detects a trail that was emptied, or replaced by another trail of the same key', async () => {
    await fill(3)
    await tamper(database, `truncate audit_event, audit_seal; select setval('audit_batch', 1)`)
    expect((await verify(database)).faults).toEqual([])
    expect((await faults()).join()).toMatch(/the trail lacks seals 1 to 3: the newest 4 sealed events/)
    for (const id of ['x', 'y', 'z', 'v']) {
      await write(database, id)
      await seal(database)
    }
    expect((await verify(database)).faults).toEqual([])
    expect((await faults()).join()).toMatch(/the trail differs at seals 1 to 3/)
  })

  it('detects lines that were changed, added, removed or cut off', async () => {
    await fill(5)
    const whole = await readFile(checkpoints, 'utf8')
    const all = await lines()
    const forged = JSON.parse(all[1] ?? '')
    const cases: [string, RegExp][] = [
      [
        whole.replace('"total":3', '"total":2'),
        /edited: these lines are not checkpoints of this deployment: 2$/,
      ],
      [
        [...all, JSON.stringify({ ...forged, number: 6 }), ''].join('\n'),
        /not checkpoints of this deployment: 6$/,
      ],
      [`${all[0]}\nnothing\n${all.slice(1).join('\n')}\n`, /not checkpoints of this deployment: 2$/],
      [`${all.join('\n')}\nsome\nthing`, /not checkpoints of this deployment: 6$/],
      [`${all.toSpliced(1, 2).join('\n')}\n`, /edited: checkpoints 2 to 3 are missing$/],
      [`${all.slice(2).join('\n')}\n`, /edited: checkpoints 1 to 2 are missing$/],
    ]
    for (const [text, fault] of cases) {
      await writeFile(checkpoints, text)
      expect((await faults())[0]).toMatch(fault)
    }
    await rm(checkpoints)
    expect((await faults()).join()).toMatch(/is missing: the trail was not compared/)
  })

  it('detects a file whose end was cut off, unless another file has the missing checkpoints', async () => {
    for (let n = 1; n <= 5; n += 1) {
      await write(database, `e${n}`)
      await seal(database)
    }
    await ageSeals(database, 120)
    await prepareCheckpoints(checkpoints)
    await writeDown()
    const copy = join(folder, 'copy')
    await copyFile(checkpoints, copy)
    await writeFile(checkpoints, `${(await lines()).slice(0, 3).join('\n')}\n`)
    expect(await faults()).toEqual([
      `${checkpoints}: the checkpoints of seals 4 to 5 are missing: the file was truncated, or its host has not run since`,
    ])
    expect(await faults([checkpoints, copy])).toEqual([])
  })

  it('allows other hosts a minute to write the checkpoints of new seals', async () => {
    await fill(1)
    for (let n = 1; n <= 3; n += 1) {
      await write(database, `e${n}`)
      await seal(database)
    }
    expect(await faults()).toEqual([])
  })

  it('rejects checkpoints of another deployment', async () => {
    await fill(2)
    const other = join(folder, 'other')
    await writeFile(other, (await lines()).join('\n').replaceAll('"signature":"', '"signature":"AAAA'))
    expect((await faults([other])).join()).toMatch(/not checkpoints of this deployment: 1, 2/)
  })
})

it('rejects a file that cannot be written before anything is sealed', async () => {
  await writeFile(join(folder, 'file'), '')
  await expect(prepareCheckpoints(join(folder, 'file', 'heads'))).rejects.toThrow(
    /^The audit checkpoint file .* set AUDIT_HEADS/,
  )
})
