import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { withPool } from './connect.ts'
import { createPool } from './pool.ts'
import { plannedEachTime, pooled } from './pooled-connection.ts'
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

describe('statements with parameters', () => {
  it('are prepared once on a connection, whatever their values', async () => {
    await inTransaction(database.db, asSystem, async (trx) => {
      for (const name of ['one', 'two']) {
        const { rows } = await greeting(trx, name)
        expect(rows).toEqual([{ text: name }])
      }
      const greetings = (await preparedOn(trx)).filter((text) => text.includes('as text'))
      expect(greetings).toEqual(['select $1::text as text'])
    })
  })

  it('are planned each time on request', async () => {
    await inTransaction(database.db, asSystem, async (trx) => {
      await sql`select ${sql.raw(plannedEachTime)} ${'x'}::text`.execute(trx)
      expect((await preparedOn(trx)).join()).not.toContain(plannedEachTime)
    })
  })

  it('are prepared again when a newer version has added a column', async () => {
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

it('a single statement that blocked others is repeated; a transaction is repeated as a whole', async () => {
  // What a sequence has counted no rollback takes back.
  await sql`create sequence tries;
    create function contend() returns bigint language plpgsql as $$
    declare
      try bigint := nextval('tries');
    begin
      if try < 3 then raise exception 'deadlock detected' using errcode = 'deadlock_detected'; end if;
      return try;
    end $$;
    grant usage on sequence tries to atrium_app`.execute(database.owner)
  const contend = (db: Kysely<Database>) => sql<{ tries: number }>`select contend() as tries`.execute(db)
  await expect(database.db.transaction().execute(contend)).rejects.toMatchObject({ code: '40P01' })
  expect((await contend(database.db)).rows).toEqual([{ tries: 3 }])
})

describe('a transaction', () => {
  it('without a statement costs PostgreSQL nothing, and leaves the connection usable', async () => {
    await database.db.transaction().execute(async () => undefined)
    const { rows } = await sql<{ now: Date }>`select now()`.execute(database.db)
    expect(rows).toHaveLength(1)
  })

  it('is one from its first statement on, with parameters or without', async () => {
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

  /** One connection, seen by two pools as the server's own work and its job queue see it. */
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

  it('changes nothing', async () => {
    const work = inTransaction(
      database.db,
      asSystem,
      (trx) => trx.deleteFrom('session').where('id', '=', 'x').execute(),
      readOnly,
    )
    await expect(work).rejects.toMatchObject({ code: '25006' })
  })

  it('has ended for whatever comes next on its connection, from any pool', () =>
    withOneConnection(async (db, other) => {
      for (const next of [db, other, db]) {
        expect(await inTransaction(db, asSystem, roleOf, readOnly)).toBe('atrium_system')
        expect(await roleOf(next)).toBe('atrium_app')
      }
    }))

  it('is begun before a cursor is read in it', () =>
    withOneConnection(async (db) => {
      const numbers = await inTransaction(
        db,
        asSystem,
        (trx) => Array.fromAsync(trx.selectFrom('safeStrategy').select(sql.lit(1).as('one')).stream(1)),
        readOnly,
      )
      expect(numbers).toEqual([{ one: 1 }])
    }))

  it('ends by itself if nothing follows', () =>
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

it('a connection on which PostgreSQL never responds is given up before anybody gets it', async () => {
  const pool = createPool(database.url)
  const impatient = withPool(pooled(pool, { limit: 200, primary: true }))
  let frozen = 0
  pool.once('connect', (client) => {
    frozen = (client as typeof client & { readonly processID: number }).processID
    process.kill(frozen, 'SIGSTOP')
  })
  try {
    await expect(sql`select 1`.execute(impatient)).rejects.toThrow(/terminated|Connection/)
    expect((await sql`select 1 as one`.execute(impatient)).rows).toEqual([{ one: 1 }])
  } finally {
    process.kill(frozen, 'SIGCONT')
  }
  await pool.end()
})

it('a connection on which PostgreSQL does not respond is given up', async () => {
  const pool = createPool(database.url)
  const impatient = withPool(pooled(pool, { limit: 200 }))
  await expect(sql`select pg_sleep(60)`.execute(impatient)).rejects.toThrow(/terminated|Connection/)
  expect((await sql`select 1 as one`.execute(impatient)).rows).toEqual([{ one: 1 }])
  await pool.end()
})
