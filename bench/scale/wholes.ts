import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { recordAudit, sealBatches } from '@atrium/server/audit'
import { asSystem, inTransaction } from '@atrium/server/database'
import type { ClientBase } from 'pg'
import { measureExport } from '../export/measure.ts'
import { watchMemory } from '../export/memory.ts'
import type { Caller } from '../lib/client/index.ts'
import { spreadOf } from '../lib/statistics.ts'
import type { Quiet } from './seed.ts'

/** A measured operation as a whole. */
export interface Whole {
  readonly name: string
  readonly unit: 'ms' | 's' | 'MB' | 'per second'
  readonly value: number
  /** Number of users or events on which its time depends. */
  readonly of?: number
}

/** Number of events in the measured seal. */
const sealed = 1_000
const sealings = 15

const verifyCommand = join(import.meta.dirname, '../../apps/server/src/platform/audit/verify-cli.ts')

const median = (values: readonly number[]): number => spreadOf(values)?.median ?? Number.NaN

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

/** Records events one at a time, as calls do, and seals them; no server may run meanwhile. */
export async function sealSome({ db, auditKey }: Pick<Quiet, 'db' | 'auditKey'>): Promise<Whole[]> {
  const record = (turn: number) =>
    inTransaction(db, asSystem, async (trx) => {
      for (let event = 0; event < sealed; event += 1) {
        await recordAudit(trx, {
          actorId: null,
          actorName: 'bench',
          tenantId: '0',
          call: '/sys/login',
          entity: 'session',
          entityId: `bench-${turn}-${event}`,
          after: { address: '127.0.0.1' },
        })
      }
    })
  const [recorded, seals]: [number[], number[]] = [[], []]
  // Seals the events that earlier servers left, so that they are not measured.
  await sealBatches(db, auditKey)
  for (let turn = 0; turn <= sealings; turn += 1) {
    const taken = [await timed(() => record(turn)), await timed(() => sealBatches(db, auditKey))] as const
    // The first turn only warms up.
    if (turn > 0) {
      recorded.push(taken[0])
      seals.push(taken[1])
    }
  }
  return [
    { name: 'recording an event within a transaction', unit: 'ms', value: median(recorded) / sealed },
    { name: `sealing ${sealed.toLocaleString('en-US')} events`, unit: 'ms', value: median(seals) },
  ]
}

/** Exports all users, and the users that match a name. */
export async function exportUsers(admin: Caller, pid: number, users: number): Promise<Whole[]> {
  const found = await measureExport(admin, pid, undefined, { keyWord: '王伟' })
  const all = await measureExport(admin, pid)
  return [
    { name: 'export of the users that match a name', unit: 's', value: found.total / 1000, of: users },
    { name: 'export of all users', unit: 's', value: all.total / 1000, of: users },
    { name: 'peak memory of the server during that export', unit: 'MB', value: all.max },
  ]
}

/** Verifies the whole audit trail with the operators' command. */
export async function verifyTrail(dataDir: string): Promise<Whole[]> {
  const begun = performance.now()
  const child = spawn(process.execPath, [verifyCommand], { env: { ...process.env, DATA_DIR: dataDir } })
  const end = watchMemory(child.pid ?? 0)
  const said = text(child.stdout)
  const [code] = await once(child, 'close')
  const [response, max] = [await said, await end()]
  const events = Number(/^It has (\d+) sealed events?/m.exec(response)?.[1])
  if (code !== 0 || !(events > 0))
    throw new Error(`audit:verify failed or found no sealed events:\n${response}`)
  return [
    { name: 'audit:verify', unit: 's', value: (performance.now() - begun) / 1000, of: events },
    { name: 'peak memory of audit:verify', unit: 'MB', value: max },
  ]
}

/** Number of rows in a batch of a backfill, and number of batches. */
const [batch, batches] = [5_000, 10]

/**
 * Adds columns to the users and an index on one of them, as a migration does while a server runs, and removes them
 * again.
 */
export async function addColumns(owner: ClientBase): Promise<Whole[]> {
  await owner.query(
    'alter table app_user drop column if exists bench_note, drop column if exists bench_count',
  )
  const note = await timed(() => owner.query('alter table app_user add column bench_note text'))
  const count = await timed(() =>
    owner.query('alter table app_user add column bench_count integer not null default 0'),
  )
  const index = await timed(() =>
    owner.query('create index concurrently bench_by_note on app_user (bench_note, id)'),
  )
  let after = ''
  let rowsFilled = 0
  const filled = await timed(async () => {
    for (let turn = 0; turn < batches; turn += 1) {
      const { rows } = await owner.query<{ last: string | null; count: number }>(
        `with chosen as (select id from app_user where id > $1 order by id limit ${batch}),
           filled as (update app_user set bench_note = left(full_name, 2) where id in (select id from chosen) returning id)
         select max(id) as last, count(*)::int as count from filled`,
        [after],
      )
      after = rows[0]?.last ?? after
      rowsFilled += rows[0]?.count ?? 0
    }
  })
  await owner.query('alter table app_user drop column bench_note, drop column bench_count')
  await owner.query('vacuum app_user')
  const { rows } = await owner.query<{ users: number }>(
    `select reltuples::float8 as users from pg_class where oid = 'app_user'::regclass`,
  )
  return [
    { name: 'adding an empty column', unit: 'ms', value: note },
    { name: 'adding a column with a constant default', unit: 'ms', value: count },
    {
      name: 'creating an index on the empty column, concurrently',
      unit: 's',
      value: index / 1000,
      of: rows[0]?.users,
    },
    {
      name: `filling the column in batches of ${batch.toLocaleString('en-US')} rows`,
      unit: 'per second',
      value: (rowsFilled / filled) * 1000,
    },
  ]
}

/** Returns the sizes of the database on disk, including indexes, in MB. */
export async function sizesOf(owner: ClientBase): Promise<Whole[]> {
  const { rows } = await owner.query<{ name: string; size: number }>(
    `with sized as (
       select coalesce(pg_partition_root(c.oid), c.oid)::regclass::text as name, pg_total_relation_size(c.oid) as size
       from pg_class c where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace
     )
     select name, sum(size)::float8 as size from sized group by name having sum(size) > 20000000
     union all select 'the whole database', pg_database_size(current_database())::float8
     order by size desc`,
  )
  return rows.map(({ name, size }) => ({ name: `size on disk: ${name}`, unit: 'MB', value: size / 1e6 }))
}
