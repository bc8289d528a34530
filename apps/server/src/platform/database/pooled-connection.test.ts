import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { withPool } from './connect.ts'
import { openCursor } from './cursor.ts'
import { createPool } from './pool.ts'
import { largePlan, maxLargePlans, plannedEachTime, pooled } from './pooled-connection.ts'
import type { Database } from './schema.ts'
import { asSystem, inTransaction, type Trx } from './transaction.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const preparedOn = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

const greeting = (trx: Trx, name: string) => sql<{ text: string }>`select ${name}::text as text`.execute(trx)

describe('a statement with parameters', () => {
  it('is prepared once per connection, whatever its values', async () => {
    await inTransaction(database.db, asSystem, async (trx) => {
      for (const name of ['one', 'two']) {
        const { rows } = await greeting(trx, name)
        expect(rows).toEqual([{ text: name }])
      }
      const greetings = (await preparedOn(trx)).filter((text) => text.includes('as text'))
      expect(greetings).toEqual(['select $1::text as text'])
    })
  })

  it('is planned each time on request', async () => {
    await inTransaction(database.db, asSystem, async (trx) => {
      await sql`select ${sql.raw(plannedEachTime)} ${'x'}::text`.execute(trx)
      expect((await preparedOn(trx)).join()).not.toContain(plannedEachTime)
    })
  })

  it('is planned each time after the maximum number of large plans', async () => {
    await inTransaction(database.db, asSystem, async (trx) => {
      for (let index = 0; index <= maxLargePlans; index += 1)
        await sql`select ${sql.raw(largePlan)} ${sql.lit(index)}, ${'x'}::text`.execute(trx)
      const large = (await preparedOn(trx)).filter((text) => text.includes(largePlan))
      expect(large).toHaveLength(maxLargePlans)
    })
  })

  it('is prepared again when a newer version has added a column', async () => {
    await sql`create table growing (id int); grant select on growing to atrium_system`.execute(database.owner)
    const all = (trx: Trx) => sql`select * from growing where id > ${0}`.execute(trx)
    let attempts = 0
    await inTransaction(database.db, asSystem, all)
    await sql`alter table growing add column added int`.execute(database.owner)
    await inTransaction(database.db, asSystem, (trx) => {
      attempts += 1
      return all(trx)
    })
    expect(attempts).toBe(2)
  })
})

it('repeats a single statement after a deadlock, and a transaction only as a whole', async () => {
  // A sequence counts the attempts, because a rollback does not reset it.
  await sql`create sequence tries;
    create function contend(needed bigint) returns bigint language plpgsql as $$
    declare
      try bigint := nextval('tries');
    begin
      if try < needed then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
      return try;
    end $$;
    grant usage on sequence tries to atrium_app, atrium_system`.execute(database.owner)
  const contend = (db: Kysely<Database>) => sql<{ tries: number }>`select contend(${3}) as tries`.execute(db)
  await expect(database.db.transaction().execute(contend)).rejects.toMatchObject({ code: '40P01' })
  expect((await contend(database.db)).rows).toEqual([{ tries: 3 }])
  // Statements of the job queue: alone, and several with a transaction of their own.
  const { executeSql } = database.queue
  expect(await executeSql('select contend($1)::int as tries', [6])).toEqual({ rows: [{ tries: 6 }] })
  expect(await executeSql('begin; select contend(9)::int as tries; commit')).toEqual({ rows: [{ tries: 9 }] })
})

describe('a transaction', () => {
  it('leaves the connection usable if it has no statement', async () => {
    await database.db.transaction().execute(async () => undefined)
    const { rows } = await sql<{ now: Date }>`select now()`.execute(database.db)
    expect(rows).toHaveLength(1)
  })

  it('returns the row of a statement that has no columns', async () => {
    const work = (trx: Trx) => sql`select where ${1} = 1`.execute(trx)
    const { rows } = await inTransaction(database.db, asSystem, work)
    expect(rows).toHaveLength(1)
  })

  it('is a single transaction from its first statement on, with or without parameters', async () => {
    const idOf = async (trx: Trx) => {
      const { rows } = await sql<{ id: string }>`select pg_current_xact_id()::text as id`.execute(trx)
      return rows[0]?.id
    }
    const isOne = (first: (trx: Trx) => Promise<unknown>) =>
      database.db.transaction().execute(async (trx) => {
        await first(trx)
        const [one, other] = [await idOf(trx), await idOf(trx)]
        return one === other
      })
    expect(await isOne((trx) => sql`select 1`.execute(trx))).toBe(true)
    expect(await isOne((trx) => sql`select ${1}::int`.execute(trx))).toBe(true)
    expect(await isOne((trx) => sql`select 1; select 2`.execute(trx))).toBe(true)
  })
})

describe('a transaction that only reads', () => {
  const readOnly = { readOnly: true }

  /** Runs `work` with two pools over one connection, like the server's own pool and that of its job queue. */
  const withOneConnection = async (
    work: (db: Kysely<Database>, other: Kysely<Database>) => Promise<void>,
  ): Promise<void> => {
    const pool = createPool(database.url)
    pool.options.max = 1
    await work(withPool(pooled(pool)), withPool(pooled(pool, { prepares: false })))
    await pool.end()
  }

  const roleOf = async (db: Kysely<Database>) =>
    (await sql<{ role: string }>`select current_user as role where ${1} = 1`.execute(db)).rows[0]?.role

  it('rejects writes', async () => {
    const work = inTransaction(
      database.db,
      asSystem,
      (trx) => trx.deleteFrom('session').where('id', '=', 'x').execute(),
      readOnly,
    )
    await expect(work).rejects.toMatchObject({ code: '25006' })
  })

  it('has ended before the next statement on its connection, from any pool', () =>
    withOneConnection(async (db, other) => {
      for (const next of [db, other, db]) {
        expect(await inTransaction(db, asSystem, roleOf, readOnly)).toBe('atrium_system')
        expect(await roleOf(next)).toBe('atrium_app')
      }
    }))

  it('begins before a cursor is read in it', () =>
    withOneConnection(async (db) => {
      const numbers = await inTransaction(
        db,
        asSystem,
        async (trx) =>
          (await openCursor(trx, trx.selectFrom('safeStrategy').select(sql.lit(1).as('one'))))(2),
        readOnly,
      )
      expect(numbers).toEqual([{ one: 1 }])
    }))

  it('ends by itself if no statement follows', () =>
    withOneConnection(async (db) => {
      const pid = await inTransaction(
        db,
        asSystem,
        async (trx) => {
          const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid where ${1} = 1`.execute(
            trx,
          )
          return rows[0]?.pid
        },
        readOnly,
      )
      const stateOf = async () => {
        const { rows } = await sql<{ state: string }>`
          select state from pg_stat_activity where pid = ${pid}`.execute(database.owner)
        return rows[0]?.state
      }
      while ((await stateOf()) !== 'idle') await sleep(5)
    }))

  it('reports why PostgreSQL did not begin it', async () => {
    const strangers = { ...asSystem, role: 'nobody' as 'atrium_system' }
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const work = inTransaction(database.db, strangers, roleOf, readOnly)
      await expect(work).rejects.toThrow('role "nobody" does not exist')
    }
  })
})

it('discards a connection that never responds before anybody gets it', async () => {
  const pool = createPool(database.url, { responseTimeout: 200 })
  const impatient = withPool(pooled(pool, { primary: true }))
  let frozen = 0
  pool.once('connect', (client) => {
    frozen = (client as typeof client & { readonly processID: number }).processID
    process.kill(frozen, 'SIGSTOP')
  })
  try {
    await expect(sql`select 1`.execute(impatient)).rejects.toThrow('Query read timeout')
    expect((await sql`select 1 as one`.execute(impatient)).rows).toEqual([{ one: 1 }])
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
  await pool.end()
})

it('discards a connection that stops responding', async () => {
  const pool = createPool(database.url, { responseTimeout: 200 })
  const impatient = withPool(pooled(pool))
  await expect(sql`select pg_sleep(60)`.execute(impatient)).rejects.toThrow('Query read timeout')
  expect((await sql`select 1 as one`.execute(impatient)).rows).toEqual([{ one: 1 }])
  await pool.end()
})
