import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { freePort } from '../../../test-support/free-port.ts'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { sendersOf, startMessageWorker } from '../../modules/messages/index.ts'
import {
  mail,
  profile,
  queue,
  secrets,
  startMailServer,
  until,
} from '../../modules/messages/test-kit/index.ts'
import { type OpenDatabase, openDatabase } from './connect.ts'
import { openCursor } from './cursor.ts'
import { errorCode } from './errors.ts'
import type { Database } from './schema.ts'
import { asPlatform, asSystem, asTenants, inTransaction, type Trx } from './transaction.ts'

/*
 * PgBouncer in transaction mode, with the configuration of deploy/high-availability: each transaction may use another
 * of its few connections. PGBOUNCER selects another version than the system's.
 */
const program = process.env.PGBOUNCER ?? '/usr/sbin/pgbouncer'
const version = existsSync(program) ? spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout : ''
const [major = 0, minor = 0] = (/PgBouncer (\d+)\.(\d+)/.exec(version) ?? []).slice(1).map(Number)

/** Returns `describe` if the condition is met. Otherwise prints what is not tested on this machine, and skips it. */
const where = (isSo: boolean, otherwise: string) => {
  if (!isSo) process.stdout.write(`NOT TRIED HERE: ${otherwise}\n`)
  return isSo ? describe : describe.skip
}

const connections = 3

/** Returns the error code of a rejected connection; '' if it succeeds. */
const failureOf = async (url: string): Promise<string> => {
  const client = new pg.Client(url)
  client.on('error', () => {})
  return client.connect().then(
    () => client.end().then(() => ''),
    (error: unknown) => errorCode(error),
  )
}

interface Running {
  /** Returns the URL of the database through PgBouncer, for a user. */
  urlOf(user: string): string
  close(): Promise<void>
}

const standby = 'where pg_is_in_recovery()'

/**
 * Starts PgBouncer in front of a database.
 * @param settings additional settings
 * @param shunned condition for connections that PgBouncer must end
 */
async function startPgBouncer(
  { url, ownerUrl }: TestDatabase,
  settings: string,
  shunned = standby,
): Promise<Running> {
  const { host, port: socket, database, user } = new pg.Client(url)
  const owner = new pg.Client(ownerUrl).user
  const folder = await mkdtemp(join(tmpdir(), 'atrium-pgbouncer-'))
  const port = await freePort()
  const changes = [
    ['atrium = host=127.0.0.1 port=5432', `${database} = host=${host} port=${socket}`],
    ['listen_port = 6432', `listen_port = ${port}`],
    ['/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt')],
    ['default_pool_size = 40', `default_pool_size = ${connections}`],
    [standby, shunned],
  ] as const
  let text = await readFile(resolve('deploy/high-availability/pgbouncer.ini'), 'utf8')
  for (const [there, here] of changes) {
    expect(text).toContain(there)
    text = text.replace(there, here)
  }
  await writeFile(join(folder, 'pgbouncer.ini'), text + settings)
  await writeFile(join(folder, 'userlist.txt'), [user, owner].map((name) => `"${name}" "secret"\n`).join(''))
  // PgBouncer does not run as root. It also needs access to PostgreSQL's socket, which only PostgreSQL's own user
  // has.
  const { uid, gid } = await stat(host)
  await chown(folder, uid, gid)
  const child: ChildProcess = spawn(program, [join(folder, 'pgbouncer.ini')], { uid, gid, stdio: 'ignore' })
  const urlOf = (name = '') => `postgres://${name}:secret@127.0.0.1:${port}/${database}`
  while ((await failureOf(urlOf(user))) === 'ECONNREFUSED') {
    if (child.exitCode !== null) throw new Error('PgBouncer does not start')
    await sleep(10)
  }
  return {
    urlOf,
    close: async () => {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
      await rm(folder, { recursive: true, force: true })
    },
  }
}

let database: TestDatabase
let rules: { readonly file: string; readonly before: string }

/** Adds rules that admit PgBouncer. Its account may have no name, but PostgreSQL identifies users by name. */
async function admit(lines: string): Promise<void> {
  await writeFile(rules.file, lines + rules.before)
  await sql`select pg_reload_conf()`.execute(database.owner)
}

beforeAll(async () => {
  database = await createTestDatabase()
  const { rows } = await sql<{ file: string }>`select current_setting('hba_file') as file`.execute(
    database.owner,
  )
  const file = rows[0]?.file ?? ''
  rules = { file, before: await readFile(file, 'utf8') }
  await admit(`local ${new pg.Client(database.url).database} all trust\n`)
})

afterAll(async () => {
  await admit('')
  await database.close()
})

const preparedOn = async (db: Kysely<Database>): Promise<string[]> => {
  const { rows } = await sql<{ statement: string }>`select statement from pg_prepared_statements`.execute(db)
  return rows.map(({ statement }) => statement)
}

const pooledBy = (settings: string, prepares: boolean) => () => {
  let pgbouncer: Running
  let opened: OpenDatabase

  const open = () => {
    const [url = '', ownerUrl = ''] = [database.url, database.ownerUrl].map((direct) =>
      pgbouncer.urlOf(new pg.Client(direct).user ?? ''),
    )
    return openDatabase({ url, ownerUrl })
  }

  beforeAll(async () => {
    pgbouncer = await startPgBouncer(database, settings)
    opened = await open()
  })
  afterAll(async () => {
    await opened?.close()
    await pgbouncer?.close()
  })

  it('opens the database, as its owner too, whichever connections held earlier locks', async () => {
    for (let turn = 0; turn < 2; turn += 1)
      for (const other of await Promise.all([open(), open(), open()])) await other.close()
  })

  it('gives each transaction its own role, tenants and limits, and leaves none behind', async () => {
    const runAs = [asSystem, asPlatform, asTenants(['t1']), asTenants(['t2', 't3'])]
    const seen = async (trx: Trx, turn: number) => {
      const { rows } = await sql`select current_user as role, current_setting('app.tenants') as tenants,
        current_setting('lock_timeout') as lock, ${turn}::int as turn`.execute(trx)
      return rows[0]
    }
    const turns = Array.from({ length: 60 }, (_, turn) => ({
      turn,
      as: runAs[turn % runAs.length] ?? asSystem,
    }))
    const responses = await Promise.all(
      turns.map(({ turn, as }) =>
        inTransaction(opened.db, as, (trx) => seen(trx, turn), { readOnly: turn % 3 === 0 }),
      ),
    )
    expect(responses).toEqual(
      turns.map(({ turn, as: { role, tenants } }) => ({
        role,
        tenants: `{${['0', ...tenants].map((id) => `"${id}"`).join()}}`,
        lock: '10s',
        turn,
      })),
    )
    for (let look = 0; look < 2 * connections; look += 1) {
      const { rows } =
        await sql`select current_user as role, current_setting('lock_timeout') as lock`.execute(opened.db)
      expect(rows).toEqual([{ role: 'atrium_app', lock: '0' }])
    }
  })

  it(`prepares statements on ${prepares ? 'every connection' : 'no connection'}`, async () => {
    const greeting = 'select $1::text as text'
    const all = await Promise.all(
      Array.from({ length: 12 }, () =>
        inTransaction(opened.db, asSystem, async (trx) => {
          await sql`select ${'one'}::text as text`.execute(trx)
          return preparedOn(trx)
        }),
      ),
    )
    const having = all.filter((statements) => statements.includes(greeting))
    expect(having).toHaveLength(prepares ? all.length : 0)
  })

  it('can still read a table to which a newer version has added a column', async () => {
    await sql`create table if not exists growing (id int); grant select on growing to atrium_system`.execute(
      database.owner,
    )
    const all = (trx: Trx) => sql`select * from growing where id > ${0}`.execute(trx)
    const often = () => Promise.all(Array.from({ length: 12 }, () => inTransaction(opened.db, asSystem, all)))
    await often()
    await sql`alter table growing add column added int`.execute(database.owner)
    await often()
    await sql`drop table growing`.execute(database.owner)
  })

  it('releases locks with their transaction, and reads a cursor within its own transaction', async () => {
    const takeLock = (trx: Trx) => sql`select pg_advisory_xact_lock(${7}::bigint)`.execute(trx)
    let [inside, max] = [0, 0]
    await Promise.all(
      Array.from({ length: 6 }, () =>
        inTransaction(opened.db, asSystem, async (trx) => {
          await takeLock(trx)
          max = Math.max(max, ++inside)
          await sql`select pg_sleep(0.005)`.execute(trx)
          inside -= 1
        }),
      ),
    )
    expect(max).toBe(1)
    const numbers = await inTransaction(
      opened.db,
      asSystem,
      async (trx) => (await openCursor(trx, trx.selectFrom('safeStrategy').select(sql.lit(1).as('one'))))(2),
      { readOnly: true },
    )
    expect(numbers).toEqual([{ one: 1 }])
  })

  it('polls for messages instead of listening, and sends them', async () => {
    const server = await startMailServer()
    const errors: unknown[] = []
    const worker = await startMessageWorker({
      db: opened.db,
      queue: opened.queue,
      secrets,
      senders: sendersOf({ SMTP_URL: server.url }, profile),
      pollSeconds: 0.5,
      onError: (error) => errors.push(error),
    })
    await queue(database, mail)
    await until(() => server.arrived.length > 0)
    // A subscription would stay with the connection's next user.
    const { rows } = await sql`select pid from pg_stat_activity
      where query ilike 'listen%' and datname = current_database()`.execute(database.owner)
    await worker.stop(AbortSignal.abort())
    await server.close()
    expect({ errors, listening: rows }).toEqual({ errors: [], listening: [] })
  })
}

where(version !== '', 'PgBouncer: it is not there')(
  'the server behind a PgBouncer that keeps no statements',
  pooledBy(minor >= 21 ? 'max_prepared_statements = 0\n' : '', false),
)

where(version !== '', 'PgBouncer: it is not there')('PgBouncer before a standby', () => {
  it('provides no connection to the standby', async () => {
    // The condition is reversed, so that PgBouncer treats this primary like a standby.
    const pgbouncer = await startPgBouncer(
      database,
      'query_wait_timeout = 1\n',
      'where not pg_is_in_recovery()',
    )
    try {
      expect(await failureOf(pgbouncer.urlOf(new pg.Client(database.url).user ?? ''))).toMatch(/^08/)
    } finally {
      await pgbouncer.close()
    }
  })
})

where(
  major > 1 || minor >= 21,
  `PgBouncer that prepares statements: ${version.split('\n')[0]} is before 1.21`,
)('the server behind a PgBouncer that prepares statements', pooledBy('max_prepared_statements = 200\n', true))
