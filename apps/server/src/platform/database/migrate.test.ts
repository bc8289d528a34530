import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { testServer, urlOfDatabase } from '../../../test-support/server-address.ts'
import { type OpenOptions, openDatabase } from './connect.ts'
import { StartupError } from './errors.ts'
import { type PlanOptions, planMigrations } from './migration-plan.ts'
import { migrations } from './migrations/index.ts'
import type { DatabaseConfig } from './prepare.ts'
import { addMigrations, nextRelease } from './test-kit/next-release.ts'

// These tests create and drop databases, and each of these steps causes a checkpoint.
jest.setTimeout(180_000)

const { ownerUrl, url } = testServer()
const made: string[] = []

async function query(address: string, text: string) {
  const client = new pg.Client(address)
  await client.connect()
  try {
    return await client.query(text)
  } finally {
    await client.end()
  }
}

async function emptyDatabase(options = '') {
  const name = `test_${randomBytes(8).toString('hex')}`
  await query(ownerUrl, `create database ${name} ${options}`)
  made.push(name)
  return { url: urlOfDatabase(url, name), ownerUrl: urlOfDatabase(ownerUrl, name) }
}

afterEach(async () => {
  for (const name of made.splice(0)) await query(ownerUrl, `drop database ${name} with (force)`)
})

const names = Object.keys(migrations)

describe('openDatabase', () => {
  it('migrates once if several processes open a database at the same time', async () => {
    const target = await emptyDatabase()
    const opened = await Promise.all([1, 2, 3].map(() => openDatabase(target)))
    const again = await openDatabase(target)
    for (const database of [...opened, again]) await database.close()
    expect(opened.flatMap((database) => database.migrated)).toEqual(names)
    expect(again.migrated).toEqual([])
  })

  it('migrates several databases of one server at the same time', async () => {
    const targets = await Promise.all([emptyDatabase(), emptyDatabase(), emptyDatabase()])
    const opened = await Promise.all(targets.map((target) => openDatabase(target)))
    for (const database of opened) await database.close()
    expect(opened.map((database) => database.migrated)).toEqual([names, names, names])
  })

  it("steps down from the owner's role if only the owner's URL is known", async () => {
    const target = await emptyDatabase()
    const database = await openDatabase({ url: target.ownerUrl })
    const read = database.db.selectFrom('tenant').select('id').execute()
    await expect(read).rejects.toMatchObject({ code: '42501' })
    await database.close()
  })

  it('rejects a URL with options, because they could keep connections working as the owner', async () => {
    const target = await emptyDatabase()
    const url = `${target.ownerUrl}&options=-c%20work_mem%3D8MB`
    await expect(openDatabase({ url })).rejects.toThrow(/must not have options/)
  })

  it('rejects a database whose locale supports only ASCII letters', async () => {
    const target = await emptyDatabase(`template template0 encoding 'UTF8' locale_provider libc locale 'C'`)
    await expect(openDatabase(target)).rejects.toThrow(/UTF-8 locale/)
  })

  it.each([
    ['postgres://nobody@127.0.0.1:1/atrium', /nothing is listening/],
    ['postgres://nobody@no-such-host.invalid/atrium', /host name/],
    ['http://[', /not a valid URL/],
    [urlOfDatabase(ownerUrl, 'no_such_database'), /the database does not exist/],
  ])('says what to do about %s', async (address, advice) => {
    const opening = openDatabase({ url: address })
    await expect(opening).rejects.toThrow(advice)
    await expect(opening).rejects.toBeInstanceOf(StartupError)
  })
})

describe('a database in use', () => {
  let database: TestDatabase
  const undo: (() => void)[] = []

  beforeEach(async () => {
    database = await createTestDatabase()
  })
  afterEach(async () => {
    for (const step of undo.splice(0)) step()
    await database.close()
  })

  const asNextRelease = () => undo.push(addMigrations(nextRelease))

  const open = async (options: OpenOptions = {}, target: DatabaseConfig = database) => {
    const opened = await openDatabase(target, options)
    await opened.close()
    return opened
  }

  const checksums = async () => (await query(database.ownerUrl, 'table schema_migration order by name')).rows

  it('stores a checksum for each migration, even for those applied without one', async () => {
    const before = await checksums()
    expect(before.map(({ name }) => name)).toEqual(names)
    expect(new Set(before.map(({ checksum }) => checksum?.length))).toEqual(new Set([64]))
    await query(database.ownerUrl, `update schema_migration set checksum = null where name < '0086'`)
    expect((await open()).recorded).toEqual(names.filter((name) => name < '0086'))
    expect(await checksums()).toEqual(before)
    expect((await open()).recorded).toEqual([])
  })

  it('rejects a changed migration until an operator accepts it', async () => {
    await query(database.ownerUrl, `update schema_migration set checksum = 'other' where name = '0016-sites'`)
    await expect(open()).rejects.toThrow(
      /differ from those of this version: 0016-sites .*pnpm migrate --accept/,
    )
    await expect(open({ migrates: false })).rejects.toThrow(/differ from those of this version: 0016-sites/)
    await expect(open({ accepted: ['0015-user-list'] })).rejects.toThrow(StartupError)
    expect((await open({ accepted: ['0016-sites'] })).recorded).toEqual(['0016-sites'])
    expect((await open()).recorded).toEqual([])
  })

  it('accepts a newer database, unless the newer version removed what this one needs', async () => {
    const add = (name: string, needs: string | null) =>
      query(
        database.ownerUrl,
        `insert into schema_migration values ('${name}', now()::text, 'x', ${needs && `'${needs}'`})`,
      )
    await add('9998-more', null)
    await add('9999-less', '0086-migration-checksums')
    expect((await open()).unknown).toEqual(['9998-more', '9999-less'])
    expect((await open({ migrates: false })).unknown).toEqual(['9998-more', '9999-less'])
    asNextRelease()
    await expect(open()).rejects.toThrow(
      /this version lacks \(9999-less\), and lacks migrations .* \(9001-next-columns\)/,
    )
    undo.pop()?.()
    await query(database.ownerUrl, `update schema_migration set needs = '9998-more' where name = '9999-less'`)
    await expect(open()).rejects.toThrow(/cannot run alongside \(9999-less needs a version with 9998-more\)/)
  })

  it('stays unchanged if the start does not migrate, and needs no owner for that', async () => {
    const login = { url: database.url }
    expect(await open({ migrates: false }, login)).toMatchObject({ migrated: [] })
    asNextRelease()
    for (const target of [database, login]) {
      const opening = open({ migrates: false }, target)
      await expect(opening).rejects.toThrow(/lacks 2 migrations \(9001-next-columns…\).*run pnpm migrate/)
      await expect(opening).rejects.toMatchObject({ exitCode: 2 })
    }
    expect((await open()).migrated).toEqual(Object.keys(nextRelease))
    expect((await open({ migrates: false }, login)).unknown).toEqual([])
    const { rows } = await query(
      database.ownerUrl,
      `select indisvalid as valid from pg_index where indexrelid = 'tenant_next_note'::regclass`,
    )
    expect(rows).toEqual([{ valid: true }])
    await query(database.ownerUrl, 'drop schema pgboss cascade')
    await expect(open({ migrates: false })).rejects.toThrow(/The job queue in the database does not match/)
    const empty = await emptyDatabase()
    for (const target of [empty, { url: empty.url }])
      await expect(open({ migrates: false }, target)).rejects.toMatchObject({ exitCode: 2 })
  })

  it('blocks nobody behind a migration that waits for a lock', async () => {
    asNextRelease()
    const brief = { lockLimit: 50, attempts: 2, pause: 10 }
    const holder = new pg.Client(database.ownerUrl)
    await holder.connect()
    await holder.query('begin; lock table dictionary in share mode')
    const opening = open(brief)
    await expect(opening).rejects.toThrow(
      /9001-next-columns is waiting for locks that other sessions hold, and did not get them in 2 attempts/,
    )
    await expect(opening).rejects.toMatchObject({ exitCode: 3 })
    const reasons: string[] = []
    const onWait = (reason: string) => {
      reasons.push(reason)
      void holder.end()
    }
    expect((await open({ ...brief, attempts: 100, onWait })).migrated).toEqual(Object.keys(nextRelease))
    expect(reasons[0]).toMatch(/9001-next-columns is waiting .* It will retry/)
  })

  it('plans a migration and names the existing tables that each statement would lock', async () => {
    await query(database.ownerUrl, 'analyze dictionary, tenant')
    const nothing = { migrations: [], stopped: undefined }
    expect(await planMigrations(database)).toEqual({ ...nothing, changesQueue: false, isEmpty: false })
    expect(await planMigrations(await emptyDatabase())).toEqual({
      ...nothing,
      changesQueue: true,
      isEmpty: true,
    })
    asNextRelease()
    const { migrations: planned, stopped } = await planMigrations(database)
    expect(stopped).toBeUndefined()
    expect(planned.map(({ name }) => name)).toEqual(Object.keys(nextRelease))
    const [columns, index] = planned
    const locks = columns?.statements.flatMap((statement) => statement.locks)
    expect(locks).toContainEqual({
      table: 'dictionary',
      rows: 0,
      mode: 'AccessExclusiveLock',
      blocks: 'reads and writes',
    })
    expect(locks).toContainEqual({
      table: 'tenant',
      rows: 1,
      mode: 'ShareRowExclusiveLock',
      blocks: 'writes',
    })
    expect(locks?.filter(({ table }) => table.startsWith('next_'))).toEqual([])
    expect(index).toEqual({
      name: '9002-next-index',
      duration: undefined,
      statements: [
        { text: 'drop index concurrently if exists tenant_next_note', locks: [] },
        { text: 'create index concurrently tenant_next_note on tenant (next_note)', locks: [] },
      ],
    })
    // The plan changed nothing.
    expect((await open()).migrated).toEqual(Object.keys(nextRelease))
  })

  it('ends a plan early if a migration takes too long, waits or fails', async () => {
    const stopOf = async (text: string, options: PlanOptions) => {
      const remove = addMigrations({
        '9003-trouble': {
          up: (db) =>
            sql
              .raw(text)
              .execute(db)
              .then(() => {}),
        },
      })
      try {
        return (await planMigrations(database, options)).stopped
      } finally {
        remove()
      }
    }
    expect(await stopOf('select pg_sleep(20)', { limit: 50 })).toMatchObject({
      reason: expect.stringMatching(/longer than 0.05 s/),
      isFault: false,
    })
    expect(await stopOf('alter table nowhere add x text', {})).toEqual({
      name: '9003-trouble',
      reason: 'it fails (relation "nowhere" does not exist)',
      isFault: true,
    })
    await database.owner.transaction().execute(async (trx) => {
      await sql`lock table dictionary`.execute(trx)
      expect(await stopOf('alter table dictionary add x text', { lockLimit: 50 })).toMatchObject({
        reason: expect.stringMatching(/other sessions hold a lock that it needs for longer than 0.05 s/),
      })
    })
  })
})
