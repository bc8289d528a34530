import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import type { Kysely } from 'kysely'
import type pg from 'pg'
import { testServer, urlOfDatabase } from '../../../../test-support/server-address.ts'
import { administer } from '../../../../test-support/test-database.ts'
import { withPool } from '../connect.ts'
import { runsInTransaction } from '../migrate.ts'
import { statementsOf } from '../migration-plan.ts'
import { createPool } from '../pool.ts'
import { breakingChanges, type SchemaFacts, schemaFacts } from '../test-kit/schema-changes.ts'
import { migrations } from './index.ts'

// Creates a database by running all migrations.
jest.setTimeout(180_000)

/** Last migration of 0.1.0. Schemas are compared only after it. */
const lastOfRelease = '0085-module-overrides'

const { ownerUrl } = testServer()
const name = `test_rules_${process.pid}`
let pool: pg.Pool
let db: Kysely<unknown>

beforeAll(async () => {
  await administer(ownerUrl, `create database ${name}`)
  pool = createPool(urlOfDatabase(ownerUrl, name), { size: 1 })
  db = withPool(pool) as Kysely<unknown>
  // Kysely's own table, which 0086 extends.
  await pool.query(
    'create table schema_migration (name varchar(255) primary key, timestamp varchar(255) not null)',
  )
})

afterAll(async () => {
  await pool.end()
  await administer(ownerUrl, `drop database ${name} with (force)`)
})

const facts = async (): Promise<SchemaFacts> => {
  const connection = await pool.connect()
  try {
    return await schemaFacts(connection)
  } finally {
    connection.release()
  }
}

describe('a migration', () => {
  it('allows the previous version to run, or gives a reason for removing something', async () => {
    const broken: Record<string, string[]> = {}
    let before: SchemaFacts = new Map()
    for (const [migration, { up, contract }] of Object.entries(migrations)) {
      await (runsInTransaction(migration) ? db.transaction().execute(up) : up(db))
      if (migration < lastOfRelease) continue
      const after = await facts()
      const changes = migration === lastOfRelease || contract ? [] : breakingChanges(before, after)
      if (changes.length > 0) broken[migration] = changes
      if (contract && !contract.reason) broken[migration] = ['gives no reason']
      if (contract && !(contract.needs in migrations))
        broken[migration] = [`needs ${contract.needs}, which does not exist`]
      before = after
    }
    expect(broken).toEqual({})
  })

  it('blocks nobody if it runs outside a transaction, where it waits for locks without a limit', async () => {
    const outside = Object.keys(migrations).filter((migration) => !runsInTransaction(migration))
    const statements = (await Promise.all(outside.map(statementsOf))).flat().map(({ text }) => text)
    expect(statements).toContainEqual(expect.stringMatching(/^create index/))
    const harmless = /^(select|create (unique )?index concurrently|drop index concurrently|analyze) /
    expect(statements.filter((text) => !harmless.test(text))).toEqual([])
  })

  it.each([
    ['alter table site add note text, add count integer not null default 0', []],
    ['create table more (id text primary key, site_id text not null)', []],
    ['alter table site alter site_name drop not null', []],
    ['alter table area drop flag', ['column area.flag is gone']],
    ['alter table site rename site_name to name', ['column site.site_name is gone']],
    ['alter table module_override rename to override', ['table module_override is gone']],
    ['alter table site add note text not null', ['column site.note is new and required']],
    [
      'alter table area alter sort type bigint',
      ['column area.sort was integer required, is bigint required'],
    ],
    ['alter table area alter flag drop default', ['column area.flag was text, is text required']],
    ['alter table area add unique (area_name)', ['rule area_area_name_key on area is new']],
    ['create unique index only_one on area (area_name)', ['rule only_one on area is new']],
    [
      'alter table login_failure drop constraint login_failure_pkey, add primary key (name_key, address, failures)',
      [],
    ],
    [
      'alter table login_failure drop constraint login_failure_pkey, add primary key (name_key)',
      [expect.stringMatching(/^rule login_failure_pkey on login_failure was /)],
    ],
    ['create unique index partial on software (web_code) where sort > 0', []],
    [
      `alter table software drop constraint software_web_code_unique;
        create unique index software_web_code_unique on software (web_code) where sort > 0`,
      [],
    ],
    [
      'create unique index partial on software (web_code, app_code) where sort > 0',
      ['rule partial on software is new'],
    ],
    ['create unique index partial on area (area_name) where sort > 0', ['rule partial on area is new']],
    ['alter table area enable row level security', ['table area was open, is confined']],
    ['revoke select on area from atrium_tenant', ['right of atrium_tenant to SELECT area is gone']],
    [
      'create policy more on tenant_site as restrictive to atrium_tenant using (true)',
      ['policy more on tenant_site is new'],
    ],
    ['create policy more on tenant_site for select to atrium_partitioner using (true)', []],
    [
      `create policy more on tenant_site as restrictive for select to atrium_tenant
        using (case when (select app_studies()) is null then true else false end)`,
      [],
    ],
    [
      `alter policy tenant_select on tenant_site using (
        case when tenant_id = any ((select app_tenants())::text[]) then true else false end)`,
      [],
    ],
    [
      'alter policy tenant_select on tenant_site using (case when false then true else false end)',
      [expect.stringMatching(/^policy tenant_select on tenant_site was /)],
    ],
    ['drop policy tenant_select on tenant_site', ['policy tenant_select on tenant_site is gone']],
    ['drop function queue_message', [expect.stringMatching(/^function queue_message\(.*\) is gone$/)]],
    [
      'alter table area drop constraint area_level_check, add constraint area_level_check check (level < 3)',
      [expect.stringMatching(/^rule area_level_check on area was /)],
    ],
    [
      `alter table message_attempt drop constraint message_attempt_outcome_check, add constraint
        message_attempt_outcome_check check (outcome in ('delivered', 'deferred', 'unreachable', 'refused', 'expired',
          'unanswered', 'more'))`,
      [],
    ],
    [
      `alter table message_attempt drop constraint message_attempt_outcome_check, add constraint
        message_attempt_outcome_check check (outcome in ('delivered', 'deferred', 'more'))`,
      [expect.stringMatching(/^rule message_attempt_outcome_check on message_attempt was /)],
    ],
  ] as const)('%s', async (statement, changes) => {
    const before = await facts()
    const connection = await pool.connect()
    try {
      await connection.query('begin')
      await connection.query(statement)
      expect(breakingChanges(before, await schemaFacts(connection))).toEqual(
        expect.arrayContaining([...changes]),
      )
      if (changes.length === 0) expect(breakingChanges(before, await schemaFacts(connection))).toEqual([])
    } finally {
      await connection.query('rollback')
      connection.release()
    }
  })
})
