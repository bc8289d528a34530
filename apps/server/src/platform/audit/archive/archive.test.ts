import { copyFile, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { createTestDatabase, type TestDatabase } from '../../../../test-support/index.ts'
import { archivePartitions, type Outcome } from '../../storage/archive/partitions.ts'
import { type FileStore, openStore, StoreFailure } from '../../storage/index.ts'
import { sealOf } from '../seal-of-event.ts'
import { auditKey, seal, sealAsVersion2, tamper, verify, write, writeAt } from '../test-kit/index.ts'
import { type ArchivedPart, auditSource } from './make.ts'

let database: TestDatabase
let folder: string
let store: FileStore

// Creates a trail of three months. Seal 2 covers January and February, seal 4 covers February and the present. A server
// of the previous version wrote seal 2.
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'atrium-archive-'))
  store = await openStore(folder, {})
  await tamper(database, 'drop table audit_event_first')
  for (const [suffix, from, to] of [
    ['2025_01', '2025-01-01', '2025-02-01'],
    ['2025_02', '2025-02-01', '2025-03-01'],
    ['2025_03', '2025-03-01', '2025-04-01'],
  ])
    await tamper(
      database,
      `create table audit_event_${suffix} (like audit_event including defaults);
       select attach_partition('audit_event', '${suffix}',
         format('for values from (%L) to (%L)', id_of_month('${from}'), id_of_month('${to}')))`,
    )
  const days = [
    ['2025-01-10', '2025-01-31'],
    ['2025-01-31', '2025-02-01', '2025-01-31', '2025-02-01'],
    ['2025-02-20'],
  ]
  for (const some of days) {
    for (const day of some) await writeAt(database, day)
    await (some.length === 4 ? sealAsVersion2 : seal)(database)
  }
  await writeAt(database, '2025-02-28')
  await write(database, 'now')
  await seal(database)
  await writeAt(database, '2025-03-10')
})

afterAll(async () => {
  await database.close()
  await rm(folder, { recursive: true })
})

const archive = (before: string, to = store, more: object = {}) => {
  const outcomes: string[] = []
  const onPart = (name: string, outcome: Outcome<ArchivedPart>) =>
    outcomes.push(
      'archived' in outcome
        ? [`${name}: archived`, ...outcome.archived.unverified.map((seal) => `not seal ${seal}`)].join(', ')
        : `${name}: ${'stays' in outcome ? outcome.stays : 'empty'}`,
    )
  const owner = { url: database.ownerUrl }
  return archivePartitions(auditSource, {
    db: database.db,
    owner,
    key: auditKey,
    store: to,
    before,
    operator: 'test',
    onPart,
    ...more,
  }).then(() => outcomes)
}

const partitions = async () => (await database.owner.selectFrom('auditEvent').select('id').execute()).length
const whole = () => verify(database, { archives: [store] })

/** Tampers with the database, checks something and undoes the tampering. */
const whileTampered = async (tampering: string, undo: string, look: () => Promise<unknown>) => {
  await tamper(database, tampering)
  await look().finally(() => tamper(database, undo))
}

describe('an interrupted archive', () => {
  it.each(['audit_event_2025_01.jsonl.gz', 'audit_event_2025_01.json'])(
    'leaves everything in the database when writing %s fails',
    async (broken) => {
      const before = await partitions()
      const put: FileStore['put'] = async (name, content) => {
        if (name !== broken) return store.put(name, content)
        for await (const _ of content) break
        throw new Error('the disk is full')
      }
      await expect(archive('2025-02', { ...store, put })).rejects.toThrow('the disk is full')
      expect(await partitions()).toBe(before)
      expect(await verify(database)).toMatchObject({ faults: [], unread: { events: 0 } })
    },
  )

  it('leaves everything in the database when the lines read back differ', async () => {
    const before = await partitions()
    const put: FileStore['put'] = async (name, content) => {
      const written = await store.put(name, content)
      await truncate(join(folder, name), written.size - 4)
      return written
    }
    await expect(archive('2025-02', { ...store, put })).rejects.toThrow(/truncated .* stays in the database/)
    expect(await partitions()).toBe(before)
  })

  it('leaves no file when a signal arrives during the write', async () => {
    const stopping = new AbortController()
    const put: FileStore['put'] = (name, content) => {
      stopping.abort(new Error('stopped'))
      return store.put(name, content)
    }
    await expect(archive('2025-02', { ...store, put }, { signal: stopping.signal })).rejects.toThrow(
      'stopped',
    )
    expect(await readdir(folder)).toEqual([])
  })
})

it('rejects a second archive while one is in progress', async () => {
  const put: FileStore['put'] = async () => {
    await archive('2025-02', await openStore(join(folder, 'other'), {}))
    throw new Error('both were made')
  }
  await expect(archive('2025-02', { ...store, put })).rejects.toThrow(
    'Another archive of this database is in progress',
  )
})

describe('an existing archive', () => {
  it('leaves everything in the database when interrupted after the archive was written', async () => {
    const before = await partitions()
    const stopping = new AbortController()
    const put: FileStore['put'] = (name, content) => {
      if (name.endsWith('.json')) stopping.abort(new Error('stopped'))
      return store.put(name, content)
    }
    await expect(archive('2025-02', { ...store, put }, { signal: stopping.signal })).rejects.toThrow(
      'stopped',
    )
    expect(await partitions()).toBe(before)
    expect(await database.owner.selectFrom('auditArchive').selectAll().execute()).toEqual([])
  })

  it('keeps the existing archive and rejects different content', async () => {
    const name = 'audit_event_2025_01'
    const files = [`${name}.jsonl.gz`, `${name}.json`]
    const read = () => Promise.all(files.map((file) => readFile(join(folder, file), 'base64')))
    const before = await read()
    await whileTampered(
      `update audit_event set reason = 'x' where batch = 1`,
      `update audit_event set reason = '' where batch = 1`,
      async () =>
        expect(archive('2025-02')).rejects.toThrow(
          /^Archive audit_event_2025_01 of 2.* already exists with different content/,
        ),
    )
    expect(await read()).toEqual(before)
    await writeFile(join(folder, `${name}.json`), '{"format":2}')
    await expect(archive('2025-02')).rejects.toThrow(`${name}.json cannot be read by this version`)
    expect(await readFile(join(folder, `${name}.json`), 'utf8')).toBe('{"format":2}')
    await writeFile(join(folder, `${name}.json`), Buffer.from(before[1] ?? '', 'base64'))
  })
})

describe('an archived month', () => {
  it('drops the month from the database and records this in the trail', async () => {
    const before = await partitions()
    const kept = await readFile(join(folder, 'audit_event_2025_01.json'))
    expect(await archive('2025-02')).toEqual(['audit_event_2025_01: archived'])
    expect(await readFile(join(folder, 'audit_event_2025_01.json'))).toEqual(kept)
    // Four events were archived, and one new event records the archiving.
    expect(await partitions()).toBe(before - 4 + 1)
    const events = await database.owner
      .selectFrom('auditEvent')
      .selectAll()
      .orderBy('sequence', 'desc')
      .limit(1)
      .execute()
    expect(events).toMatchObject([
      {
        call: 'audit:archive',
        actorName: 'test',
        entity: 'audit_archive',
        after: { events: 4, fromBatch: 1, toBatch: 2 },
      },
    ])
    expect((await readdir(folder)).toSorted()).toEqual([
      'audit_event_2025_01.json',
      'audit_event_2025_01.jsonl.gz',
    ])
  })

  it('verifies the month fully with its archive, and partly without it', async () => {
    expect(await whole()).toMatchObject({ faults: [], sealed: 9, unread: { events: 0, seals: 0 } })
    expect(await verify(database)).toMatchObject({ faults: [], sealed: 9, unread: { events: 4, seals: 2 } })
  })

  it('leaves a seal unread if it contains some of the seal’s events', async () => {
    const stateOf = async (batch: number) => (await sealOf(database.db, auditKey, batch)).state
    expect([await stateOf(2), await stateOf(3)]).toEqual(['unread', 'intact'])
  })

  it('does not hide changes to the other events of a seal', async () => {
    const february = `where batch = 2 and id < id_of_month('2025-03-01')`
    await whileTampered(
      `create table kept as select * from audit_event ${february}; delete from audit_event ${february}`,
      'alter table audit_event disable trigger stamp; insert into audit_event overriding system value select * from kept; alter table audit_event enable trigger stamp; drop table kept',
      async () => {
        expect((await verify(database)).faults).toEqual([
          expect.stringMatching(/seal 2 .*2 events were removed/),
        ])
        expect((await whole()).faults).toEqual([expect.stringMatching(/seal 2 .*2 events were removed/)])
        expect(await sealOf(database.db, auditKey, 2)).toMatchObject({ state: 'broken', number: 2 })
      },
    )
    await whileTampered(
      `update audit_event set reason = 'x' ${february}`,
      `update audit_event set reason = '' ${february}`,
      async () =>
        expect((await whole()).faults).toEqual([expect.stringMatching(/seal 2 .*an event was changed/)]),
    )
    expect((await whole()).faults).toEqual([])
  })

  it('detects a forged archive row by its signature', async () => {
    await whileTampered(
      'update audit_archive set events = events - 1',
      'update audit_archive set events = events + 1',
      async () =>
        expect((await verify(database)).faults).toEqual([
          expect.stringMatching(/seal 1 .*2 events were removed/),
          expect.stringMatching(/seal 2 .*2 events were removed/),
          expect.stringMatching(
            /^archive audit_event_2025_01: its row .* not signed with this deployment's key$/,
          ),
        ]),
    )
    await whileTampered(
      'create table kept as select * from audit_archive; delete from audit_archive',
      'insert into audit_archive select * from kept; drop table kept',
      async () => expect((await whole()).faults.join()).toMatch(/seal 1 .*removed.*seal 2 .*removed/),
    )
    await whileTampered(
      `insert into audit_archive select 'other', 3, 3, 1, sha256, '{"whole":[[3,3]],"parts":[]}', signature, now()
         from audit_archive;
       create table kept as select * from audit_event where batch = 3; delete from audit_event where batch = 3`,
      `delete from audit_archive where name = 'other'; alter table audit_event disable trigger stamp;
       insert into audit_event overriding system value select * from kept;
       alter table audit_event enable trigger stamp; drop table kept`,
      async () => expect((await verify(database)).faults.join()).toMatch(/seal 3 .*1 event was removed/),
    )
  })

  it('blocks the next archive if the row of an earlier one is not signed', async () => {
    for (const forged of ['events = events - 1', `seals = 'null'`])
      await whileTampered(
        `create table kept as select * from audit_archive; update audit_archive set ${forged}`,
        'delete from audit_archive; insert into audit_archive select * from kept; drop table kept',
        async () => {
          await expect(archive('2025-03')).rejects.toThrow(/row of archive audit_event_2025_01 is not signed/)
          expect((await whole()).faults).toContainEqual(
            expect.stringMatching(
              /^archive audit_event_2025_01: its row .* not signed with this deployment's key$/,
            ),
          )
        },
      )
  })

  it('keeps a month in the database until it has ended and all its events are sealed', async () => {
    expect(await archive('2025-04')).toEqual([
      'audit_event_2025_02: archived',
      'audit_event_2025_03: not all of its events are sealed yet',
    ])
    await expect(archive('2999-01')).rejects.toThrow('2999-01 has not started')
  })

  it('verifies two months that share a seal together', async () => {
    expect(await whole()).toMatchObject({ faults: [], sealed: 9, unread: { events: 0 } })
    // The shared seal is verified only with both archives.
    expect(await verify(database)).toMatchObject({ faults: [], unread: { events: 8, seals: 4 } })
  })

  it('drops a month without events', async () => {
    await tamper(
      database,
      `create table audit_event_2025_04 (like audit_event including defaults);
       select attach_partition('audit_event', '2025_04',
         format('for values from (%L) to (%L)', id_of_month('2025-04-01'), id_of_month('2025-05-01')))`,
    )
    expect(await archive('2025-05')).toContain('audit_event_2025_04: empty')
    expect(await archive('2025-05')).not.toContain('audit_event_2025_04: empty')
  })

  it('verifies archived months after later seals', async () => {
    await seal(database)
    expect(await archive('2025-04')).toEqual(['audit_event_2025_03: archived'])
    await seal(database)
    expect(await whole()).toMatchObject({ faults: [], waiting: 0, unread: { events: 0 } })
  })
})

describe('an archive', () => {
  const name = 'audit_event_2025_01'
  const events = () => join(folder, `${name}.jsonl.gz`)
  const found = async () => (await whole()).faults.join('\n')

  it('writes one line of JSON per event, in the order and with the columns of the seals', async () => {
    const lines = gunzipSync(await readFile(events()))
      .toString()
      .trimEnd()
      .split('\n')
    const read = lines.map((line) => JSON.parse(line))
    expect(read.map((columns) => [Number(columns[0]), Number(columns[1]), columns.length])).toEqual([
      [1, 1, 19],
      [2, 1, 19],
      [3, 2, 14],
      [5, 2, 14],
    ])
  })

  it('reports an archive that was changed, cut off or removed', async () => {
    const kept = join(folder, 'kept')
    await copyFile(events(), kept)
    const content = gunzipSync(await readFile(kept)).toString()
    const changed: readonly (readonly [Buffer, RegExp])[] = [
      [
        gzipSync(content.replace('/tenant/save', '/tenant/sale')),
        /archive audit_event_2025_01: a line in it was changed/,
      ],
      [gzipSync(content.replace(/\n.*\n$/, '\n')), /archive audit_event_2025_01: it has 3 of 4 lines/],
      [(await readFile(kept)).subarray(0, -20), /archive audit_event_2025_01: it was changed or truncated/],
      [Buffer.from('nothing'), /archive audit_event_2025_01: it was changed or truncated/],
    ]
    for (const [bytes, fault] of changed) {
      await writeFile(events(), bytes)
      expect(await found()).toMatch(fault)
    }
    await rm(events())
    expect(await found()).toBe('archive audit_event_2025_01: its content is missing')
    await copyFile(kept, events())
    expect(await found()).toBe('')
    const get = async () => {
      throw new StoreFailure('the object store failed')
    }
    await expect(verify(database, { archives: [{ ...store, get }] })).rejects.toThrow(StoreFailure)
    const torn: FileStore['get'] = async (file) => {
      const content = await store.get(file)
      if (!file.endsWith('.gz')) return content
      return Readable.from(
        (async function* () {
          for await (const piece of content) yield piece.subarray(0, 10)
          throw new StoreFailure('the object store failed')
        })(),
      )
    }
    await expect(verify(database, { archives: [{ ...store, get: torn }] })).rejects.toThrow(StoreFailure)
    const elsewhere = await openStore(join(folder, 'empty'), {})
    const { faults, unread } = await verify(database, { archives: [elsewhere] })
    expect(faults).toHaveLength(3)
    expect(faults[0]).toBe('archive audit_event_2025_01: not found in any of the archive folders or buckets')
    expect(unread.events).toBeGreaterThan(8)
    expect(await verify(database, { archives: [elsewhere, store] })).toMatchObject({ faults: [] })
  })
})
