import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { Migrator } from 'kysely/migration'
import type pg from 'pg'
import { testServer, urlOfDatabase } from '../../../test-support/server-address.ts'
import { administer } from '../../../test-support/test-database.ts'
import { schemaFiles } from './baseline.ts'
import { withPool } from './connect.ts'
import { migrate } from './migrate.ts'
import { migrations } from './migrations/index.ts'
import { createPool } from './pool.ts'
import { migrationTable } from './schema-state.ts'
import { schemaCatalog } from './test-kit/schema-catalog.ts'

// Creates several databases, one of them by running all migrations.
jest.setTimeout(300_000)

const { ownerUrl } = testServer()
const names = ['created', 'migrated', 'failed'].map((name) => `test_${name}_${process.pid}`)
const pools: pg.Pool[] = []
let created: pg.Pool
let migrated: pg.Pool
let failed: pg.Pool

async function emptyDatabase(name = ''): Promise<pg.Pool> {
  await administer(ownerUrl, `create database ${name}`)
  const pool = createPool(urlOfDatabase(ownerUrl, name), { size: 2 })
  pools.push(pool)
  return pool
}

/** Applies the first migration, as an earlier version did, so that the next run is an upgrade. */
async function beginWithMigrations(pool: pg.Pool): Promise<void> {
  const [first = ''] = Object.keys(migrations)
  const { error } = await new Migrator({
    db: withPool(pool),
    provider: { getMigrations: async () => ({ [first]: migrations[first] ?? { up: async () => {} } }) },
    migrationTableName: migrationTable,
    migrationLockTableName: `${migrationTable}_lock`,
  }).migrateToLatest()
  if (error) throw error
}

beforeAll(async () => {
  created = await emptyDatabase(names[0])
  migrated = await emptyDatabase(names[1])
  failed = await emptyDatabase(names[2])
  await beginWithMigrations(migrated)
  await migrate(migrated)
  await migrate(created)
})

afterAll(async () => {
  for (const pool of pools) await pool.end()
  for (const name of names) await administer(ownerUrl, `drop database ${name} with (force)`)
})

const difference = (lines: readonly string[], others: readonly string[]) => {
  const known = new Set(others)
  return lines.filter((line) => !known.has(line))
}

describe('the schema of a new database', () => {
  it('equals the schema that all migrations together create', async () => {
    const fromFiles = await schemaCatalog(created)
    const fromMigrations = await schemaCatalog(migrated)
    expect({
      onlyFromMigrations: difference(fromMigrations, fromFiles),
      onlyFromFiles: difference(fromFiles, fromMigrations),
    }).toEqual({ onlyFromMigrations: [], onlyFromFiles: [] })
    expect(fromFiles).toEqual(fromMigrations)
  })

  it('is created from all files, each used exactly once', () => {
    const files = readdirSync(join(import.meta.dirname, 'schema'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.sql'))
      .map((name) => name.slice(0, -'.sql'.length))
    expect([...schemaFiles].sort()).toEqual(files.sort())
  })

  it('is created completely or not at all, and an error names the file', async () => {
    await failed.query('create table hand_over ()')
    await expect(migrate(failed)).rejects.toThrow(
      'relation "hand_over" already exists (schema/tables/hand_over.sql)',
    )
    const { rows } = await failed.query(
      `select relname from pg_class where relnamespace = 'public'::regnamespace`,
    )
    expect(rows).toEqual([{ relname: 'hand_over' }])
  })
})

describe('the comparison of two schemas', () => {
  it.each([
    ['alter table area add note text', /^column area\.note: number 12; text/],
    ['alter table area alter flag drop default', /^column area\.flag: .*text; .*not null; storage/],
    ['alter table area alter area_name type text collate "C"', /^column area\.area_name: .*collation "C"/],
    ['alter table area alter flag drop not null', /^column area\.flag: .*"default"; default/],
    ['grant update (flag) on area to atrium_tenant', /^column area\.flag: .*atrium_tenant may UPDATE by/],
    ['alter table area drop constraint area_level_check', undefined],
    ['alter table area add check (sort > 0) not valid', /^constraint area_sort_check of area: .* NOT VALID/],
    ['create index extra on area (sort)', /^index extra: CREATE INDEX extra ON public\.area/],
    ['alter policy tenant_select on dictionary using (true)', /^policy tenant_select of dictionary: .*true/],
    ['alter table area enable row level security', /^relation area: .*row security/],
    ['alter table dictionary no force row level security', /^relation dictionary: .*row security; replica/],
    ['alter table area owner to atrium_definer', /^relation area: .*owner atrium_definer/],
    ['grant truncate on area to atrium_tenant', /^relation area: .*atrium_tenant may SELECT TRUNCATE by/],
    [
      'alter table department disable trigger department_parent_level',
      /^trigger department_parent_level .*D$/,
    ],
    ['alter function make_partitions reset lock_timeout', /^function make_partitions\(\): /],
    ['alter function app_tenants() parallel unsafe', /^function app_tenants\(\): /],
    ['alter function only_tenant(text) security invoker', /^function only_tenant\(text\): /],
    ['grant execute on function only_tenant to public', /^function only_tenant.* public may EXECUTE by/],
    [`comment on table area is 'Regions'`, /^comment of public\.area: Regions$/],
    [`create type mood as enum ('good')`, /^type mood: kind e; .*good/],
    ['create extension file_fdw', /^extension file_fdw/],
    ['grant create on schema public to atrium_tenant', /^schema public: .*atrium_tenant may CREATE/],
    ['alter default privileges grant select on tables to public', /^default rights of atrium_owner: /],
    [
      'grant usage on sequence audit_batch to atrium_tenant',
      /^sequence audit_batch: .*atrium_tenant may USAGE/,
    ],
    [`select setval('audit_batch', 7)`, /^sequence audit_batch: .*last 7/],
    ['create statistics extra on sort, level from area', /^statistics extra: /],
    ['create rule extra as on delete to area do instead nothing', /^rule extra of area: /],
    [
      'alter table audit_event detach partition audit_event_other',
      /^relation audit_event_other: .*forced; replica/,
    ],
    [`update tenant set abbr = 'other'`, /^row of tenant 1: .*"abbr": "other"/],
    [`update schema_migration set checksum = null where name = '0001-regions'`, /^row of schema_migration /],
  ] as const)('sees %s', async (statement, line) => {
    const before = await schemaCatalog(created)
    const connection = await created.connect()
    try {
      await connection.query('begin')
      await connection.query(statement)
      const after = await schemaCatalog(connection)
      if (line) expect(difference(after, before).join('\n')).toMatch(new RegExp(line, 'm'))
      expect(after).not.toEqual(before)
    } finally {
      await connection.query('rollback')
      connection.release()
    }
  })
})
