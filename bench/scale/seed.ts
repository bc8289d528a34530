import type { KeyObject } from 'node:crypto'
import { access, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openExisting } from '@atrium/server/database'
import { loadSecrets } from '@atrium/server/secrets'
import pg, { type ClientBase } from 'pg'
import { adminPassword, startSuite } from '../lib/suite/index.ts'
import {
  addAdministrators,
  addMemberships,
  insertMeasured,
  type MeasuredTenant,
} from '../tenant-users/seed.ts'
import { generateTenants } from '../tenants/generate.ts'
import { insertTenants } from '../tenants/seed.ts'
import { insertUsers, makeChoices } from '../users/seed.ts'
import type { Amounts } from './amounts.ts'
import { batchSize, insertEvents, makeMonths, numberTenants, sealAll } from './events.ts'
import { Steps } from './steps.ts'

/** Raise this whenever a seed creates a different database. */
export const seedVersion = 1

const piece = 250_000

/** Number of users who sign in: enough that no counter of a single user takes effect. */
export const signers = 400

/** Start of the three years (2023-07-01) and their length, in seconds. */
const [epoch, span] = [1_688_169_600, 94_694_400]

type Database = Awaited<ReturnType<typeof openExisting>>

/** A database without a running server. */
export interface Quiet {
  readonly ownerUrl: string
  /** Connection of the schema's owner. */
  readonly owner: pg.Client
  readonly db: Database['db']
  readonly auditKey: KeyObject
}

/** Opens the database of a data folder that no server uses, during some work. */
export async function withQuiet<T>(dataDir: string, work: (quiet: Quiet) => Promise<T>): Promise<T> {
  const { ownerUrl, db, close } = await openExisting({ DATA_DIR: dataDir })
  try {
    const { auditKey } = await loadSecrets({ dataDir })
    return await withOwner(ownerUrl, (owner) => work({ ownerUrl, owner, db, auditKey }))
  } finally {
    await close()
  }
}

async function withOwner<T>(url: string, work: (owner: pg.Client) => Promise<T>): Promise<T> {
  const owner = new pg.Client(url)
  await owner.connect()
  try {
    return await work(owner)
  } finally {
    await owner.end()
  }
}

/** Creates temporary functions that derive times and ids (UUIDv7) from row numbers. */
async function makeInstants(owner: ClientBase, { users, events }: Amounts): Promise<void> {
  const helper = (signature: string, returns: string, body: string) =>
    owner.query(
      `create function pg_temp.${signature} returns ${returns} language sql immutable return ${body}`,
    )
  await helper('user_second(n int)', 'float8', `${epoch} + ${span}.0::float8 * n / ${users}`)
  await helper('event_second(n int)', 'float8', `${epoch} + ${span}.0::float8 * n / ${events}`)
  await helper(
    'uuid_of(second float8, salt text)',
    'text',
    `overlay(overlay(overlay(md5(salt) placing lpad(to_hex((second * 1000)::bigint), 12, '0') from 1)
       placing '7' from 13) placing '8' from 17)::uuid::text`,
  )
  await helper('user_id(n int)', 'text', `pg_temp.uuid_of(pg_temp.user_second(n), 'user ' || n::text)`)
  // The square makes users with low numbers far more active: the first tenth gets about a third of the actions.
  await helper('user_number(share float8)', 'int', `1 + floor(share ^ 2 * ${users})::int`)
}

const made = { id: 'pg_temp.user_id(n)', createdAt: 'to_timestamp(pg_temp.user_second(n))' }

/** Bulk loading must not cause a checkpoint every minute. */
async function prepareLoading(owner: ClientBase): Promise<void> {
  await owner.query(`alter system set max_wal_size = '4GB'`)
  await owner.query('select pg_reload_conf()')
}

/** Prepares a connection for creating rows and indexes. */
async function prepareConnection(owner: ClientBase, amounts: Amounts): Promise<void> {
  await owner.query('set synchronous_commit = off')
  await owner.query(`set maintenance_work_mem = '1GB'`)
  await owner.query(`set work_mem = '256MB'`)
  await owner.query('set max_parallel_maintenance_workers = 1')
  await makeChoices(owner)
  await makeInstants(owner, amounts)
}

async function endLoading(owner: ClientBase): Promise<void> {
  await owner.query('alter system reset max_wal_size')
  await owner.query('select pg_reload_conf()')
  await owner.query('vacuum analyze')
  await owner.query('checkpoint')
}

async function fillTenants(
  owner: ClientBase,
  { tenants }: Amounts,
  measured: readonly MeasuredTenant[],
): Promise<number> {
  // The database is kept for longer than passwords are valid.
  await owner.query('update safe_strategy set expired_day = 0')
  await insertTenants(owner, generateTenants(tenants))
  await insertMeasured(owner, measured)
  return tenants
}

async function fillPeople(
  owner: ClientBase,
  { users }: Amounts,
  measured: readonly MeasuredTenant[],
): Promise<void> {
  const steps = new Steps(owner)
  const fill = async (table: string, insert: (from: number, to: number) => Promise<unknown>) => {
    await steps.dropIndexes(table)
    await steps.fill({ step: `${table}: rows`, from: 1, to: users, piece, insert })
    await steps.makeIndexes(table)
  }
  await fill('app_user', (from, to) => insertUsers(owner, { from, to }, made))
  await steps.atLeastOnce('app_user: statistics', () => owner.query('vacuum analyze app_user'))
  const idOf = async (n: number) => {
    if (n === 0) return ''
    const { rows } = await owner.query<{ id: string }>('select pg_temp.user_id($1::int) as id', [n])
    return rows[0]?.id ?? ''
  }
  await fill('tenant_user', async (from, to) =>
    addMemberships(owner, measured, { after: await idOf(from - 1), upTo: await idOf(to), before: from - 1 }),
  )
  await steps.once('administrators', async () => {
    await addAdministrators(owner, measured)
    // These users sign in with the platform administrator's password.
    const { rowCount } = await owner.query(
      `update app_user set password_hash = admin.password_hash, password_changed_at = now(), status = '0'
       from app_user admin where admin.user_name = 'admin' and app_user.id in (
         select id from app_user order by id limit ${signers})`,
    )
    return rowCount ?? 0
  })
}

/** Runs a part of the creation on a separate connection. */
type Apart = <T>(work: (connection: ClientBase) => Promise<T>) => Promise<T>

/** Number of connections that create events and their indexes in parallel. */
const lanes = 2

async function fillEvents(
  apart: Apart,
  { owner, db, auditKey }: Pick<Quiet, 'db' | 'auditKey'> & { readonly owner: ClientBase },
  { events }: Amounts,
): Promise<void> {
  const steps = new Steps(owner)
  await steps.once('first batch', async () => {
    const { rows } = await owner.query<{ opened: number }>(
      'select last_value::int as opened from audit_batch',
    )
    return rows[0]?.opened
  })
  await steps.once('audit_event: months', async () => {
    await makeMonths(owner)
    return undefined
  })
  const first = (await steps.reached('first batch')) ?? 0
  await steps.dropIndexes('audit_event')
  const share = Math.ceil(events / batchSize / lanes) * batchSize
  const inLanes = (work: (connection: ClientBase, lane: number) => Promise<void>) =>
    Promise.all(Array.from({ length: lanes }, (_, lane) => apart((connection) => work(connection, lane))))
  await inLanes(async (connection, lane) => {
    await numberTenants(connection)
    await new Steps(connection).fill({
      step: `audit_event: rows, lane ${lane + 1}`,
      from: lane * share + 1,
      to: Math.min(events, (lane + 1) * share),
      piece: batchSize,
      insert: (from, to) =>
        insertEvents(connection, { from, to }, first + Math.floor((from - 1) / batchSize)),
    })
  })
  await inLanes((connection) => new Steps(connection).makeIndexes('audit_event'))
  await steps.atLeastOnce('audit_event: statistics', () => owner.query('vacuum analyze audit_event'))
  await steps.atLeastOnce('seals', () => sealAll(db, auditKey))
}

/** Files that show how far the creation of a database has got. */
const marks = {
  /** A server has run on the database, so it has its schema. No server runs again before everything is complete. */
  migrated: 'bench-migrated',
  made: 'bench-made',
}

const isMarked = (dataDir: string, mark: string): Promise<boolean> =>
  access(join(dataDir, mark)).then(
    () => true,
    () => false,
  )

/** Returns whether the creation of a data folder's database has begun. */
export const isBegun = (dataDir: string): Promise<boolean> => isMarked(dataDir, marks.migrated)

async function migrate(dataDir: string): Promise<void> {
  if (await isBegun(dataDir)) return
  const suite = await startSuite({ dataDir, adminPassword })
  await suite.stop()
  await writeFile(join(dataDir, marks.migrated), '')
}

/**
 * Creates the database of a data folder, or continues an interrupted creation; does nothing if it is complete. The
 * nth user and the nth event are the same in databases of any size, except for their times.
 * @param measured tenants with sizes of their own
 */
export async function makeDatabase(
  dataDir: string,
  amounts: Amounts,
  measured: readonly MeasuredTenant[],
): Promise<void> {
  if (await isMarked(dataDir, marks.made)) return
  await migrate(dataDir)
  await withQuiet(dataDir, async ({ ownerUrl, owner, ...quiet }) => {
    await Steps.prepare(owner)
    const steps = new Steps(owner)
    await prepareLoading(owner)
    await steps.once('tenants', () => fillTenants(owner, amounts, measured))
    // Users and events are created in parallel: an event computes its user's id from a number, without reading the
    // users.
    const apart: Apart = (work) =>
      withOwner(ownerUrl, async (connection) => {
        await prepareConnection(connection, amounts)
        return work(connection)
      })
    await Promise.all([
      apart((connection) => fillPeople(connection, amounts, measured)),
      apart((connection) => fillEvents(apart, { ...quiet, owner: connection }, amounts)),
    ])
    await endLoading(owner)
  })
  await writeFile(join(dataDir, marks.made), '')
}
