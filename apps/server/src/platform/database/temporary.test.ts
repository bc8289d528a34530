import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { sql } from 'kysely'
import pg from 'pg'
import { createTestDatabase, type TestDatabase } from '../../../test-support/index.ts'
import { urlOfDatabase } from '../../../test-support/server-address.ts'
import { administer } from '../../../test-support/test-database.ts'
import { startEmbedded } from './embedded.ts'
import { checkPrepared, prepareDatabase } from './prepare.ts'
import { workRoles } from './roles.ts'

/*
 * An attacker with the server's login creates temporary views and types under every name that a function might use.
 * Each is a trap: a function that uses it fails, and the error names the role whose rights it ran with.
 */

// Starts a PostgreSQL server of its own.
jest.setTimeout(180_000)

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const nameOf = (url: string) => new URL(url).pathname.slice(1)
const allowTemporary = (grantee: string) =>
  administer(database.ownerUrl, `grant temporary on database ${nameOf(database.url)} to ${grantee}`)

/** Types that PostgreSQL looks up by name. Others, such as integer, are part of its grammar. */
const types = [
  'text',
  'name',
  'json',
  'jsonb',
  'timestamptz',
  'interval',
  'float8',
  'regclass',
  'oid',
  'bool',
  'int8',
]

/** Runs `work` on a new connection of the login, where no function has been compiled yet. */
async function asLogin<Result>(work: (login: pg.Client) => Promise<Result>): Promise<Result> {
  const login = new pg.Client(database.url)
  await login.connect()
  try {
    return await work(login)
  } finally {
    await login.end()
  }
}

/** Sets a trap under the name of each relation and each type. */
async function setTraps(login: pg.Client): Promise<void> {
  const relations = await login.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')`,
  )
  await login.query(`create function pg_temp.trap() returns integer language plpgsql as $$
    begin raise exception 'trapped %', current_user using errcode = 'TRAPD'; end $$`)
  for (const { name } of relations.rows)
    await login.query(`create temp view ${name} as select pg_temp.trap() as last_value, pg_temp.trap() as id`)
  for (const type of types)
    await login.query(
      `create domain pg_temp.${type} as pg_catalog.${type} check (pg_temp.trap() operator(pg_catalog.>) 0)`,
    )
}

/** Returns a call of every function of the schema except trigger functions. */
async function calls(): Promise<string[]> {
  const values: Record<string, string> = {
    'text[]': '{a}',
    text: 'a',
    boolean: 'true',
    integer: '1',
    interval: '1 hour',
    'double precision[]': '{1}',
    jsonb: '{}',
    regclass: 'public.audit_event',
    'timestamp with time zone': '2027-01-01',
    'timestamp without time zone': '2027-01-01',
  }
  const { rows } = await sql<{ name: string; types: string[] }>`
    select format('public.%I', proname) as name, array(
      select format_type(t, null) from unnest(proargtypes) t) as types
    from pg_proc where pronamespace = 'public'::regnamespace and prorettype <> 'trigger'::regtype`.execute(
    database.owner,
  )
  const found = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(database.owner)
  const tables = new Set(found.rows.map(({ name }) => name))
  return rows.map(({ name, types }) => {
    const parameters = types.map((type) => {
      if (tables.has(type)) return `null::public.${type}`
      if (values[type] === undefined) throw new Error(`no value of type ${type}`)
      const [, base, array] = /^([a-z]+)(\[\])?$/.exec(type) ?? []
      const safe = ['text', 'interval', 'jsonb', 'regclass'].includes(base ?? '')
        ? `pg_catalog.${base}${array ?? ''}`
        : type
      return `'${values[type]}'::${safe}`
    })
    return `select ${name}(${parameters.join()})`
  })
}

/** Statements that fire triggers, or foreign keys that change rows as the owner of another table. */
const changes = [
  `insert into public.audit_event (id, tenant_id, call, entity) values ('x', '0', '/', 'tenant')`,
  `insert into public.tenant_user (id, tenant_id, user_id) values ('p2', 'a', 'u2')`,
  `update public.app_user set full_name = 'Li', row_version = 2 where id = 'u1'`,
  `update public.site set site_name = 'Renamed' where id = 's1'`,
  `update public.department set parent_id = 'd2' where id = 'd3'`,
  // Each of these notes changed rights.
  `update public.app_user set status = '1' where id = 'u1'`,
  `update public.tenant_user set enabled = 1 where id = 'p1'`,
  `update public.tenant_software set is_enable = false where id = 'l1'`,
  `update public.tenant_url set api_url = 'https://other.example' where id = 'n1'`,
  `delete from public.study_user where id = 'x1'`,
  `delete from public.product_authorization where id = 'g1'`,
]

/**
 * Runs each statement separately.
 * @returns the errors by statement, except for missing rights
 */
async function outcomes(login: pg.Client, statements: readonly string[]): Promise<Record<string, string>> {
  const failed: Record<string, string> = {}
  for (const statement of statements) {
    await login.query('savepoint one')
    try {
      await login.query(statement)
    } catch (error) {
      const { code, message } = error as pg.DatabaseError
      if (code !== '42501') failed[statement] = message
    }
    await login.query('rollback to one')
  }
  return failed
}

describe('a temporary object that an operator allows', () => {
  beforeAll(async () => {
    await allowTemporary('public')
    for (const statement of [
      `insert into tenant (id, tenant_name, abbr, tenant_code, category_id) values ('a', 'A', 'A', 'A', 'c')`,
      `insert into app_user (id, user_name, user_name_key, full_name) values ('u1', 'u1', 'u1', 'U'), ('u2', 'u2', 'u2', 'U')`,
      `insert into tenant_user (id, tenant_id, user_id) values ('p1', 'a', 'u1')`,
      `insert into site (id, site_name, level_id, type_id) values ('s1', 'Site', 'l', 't')`,
      `insert into tenant_site (tenant_id, id, site_id, site_name, nick_name) values ('a', 't1', 's1', 'Site', 'N')`,
      `insert into department (tenant_id, id, department_name) values ('a', 'd1', '1')`,
      `insert into department (tenant_id, id, department_name, parent_id) values ('a', 'd2', '2', 'd1')`,
      `insert into department (tenant_id, id, department_name) values ('a', 'd3', '3')`,
      `insert into department (tenant_id, id, department_name, parent_id) values ('a', 'd4', '4', 'd3')`,
      `insert into software (id, software_name, web_code, app_code, validity_time, sort) values ('w1', 'W', 'W', 'W', 0, 1)`,
      `insert into tenant_software (tenant_id, id, software_id) values ('a', 'l1', 'w1')`,
      `insert into tenant_url (tenant_id, id, software_id, url_name, url, mobile_url, api_url)
        values ('a', 'n1', 'w1', 'N', '', '', 'https://w.example')`,
      `insert into study (tenant_id, id, study_name, study_code, plan_code, principal, name_abbr, fame_full, site_count,
        patient_count) values ('a', 'y1', 'Y', 'Y', 'Y', 'Y', 'Y', 'Y', 1, 1)`,
      `insert into study_url (tenant_id, id, study_id, software_id, tenant_url_id) values ('a', 'k1', 'y1', 'w1', 'n1')`,
      `insert into study_user (tenant_id, id, study_url_id, tenant_user_id) values ('a', 'x1', 'k1', 'p1')`,
      `insert into product_authorization (tenant_id, id, study_url_id, tenant_user_id, grants, language, batch_id)
        values ('a', 'g1', 'k1', 'p1', '{}', 'zh', 'b1')`,
    ])
      await sql.raw(statement).execute(database.owner)
  })

  it.each(workRoles)('runs with no other role’s rights: %s', async (role) => {
    const statements = [...(await calls()), ...changes]
    const failed = await asLogin(async (login) => {
      await login.query('begin')
      await login.query(`set local app.tenants = '{0,a}'`)
      await login.query(`set local role ${role}`)
      await setTraps(login)
      return await outcomes(login, statements)
    })
    expect(failed).toEqual({})
  })

  it('runs with the rights of a function’s owner if the function breaks the rules', async () => {
    await sql`create function careless() returns integer language plpgsql security definer
      set search_path = pg_catalog, public as 'begin return (select last_value from audit_batch); end'`.execute(
      database.owner,
    )
    const failed = await asLogin(async (login) => {
      await login.query('begin')
      await setTraps(login)
      return await outcomes(login, ['select public.careless()'])
    })
    await sql`drop function careless()`.execute(database.owner)
    expect(failed).toEqual({ 'select public.careless()': 'trapped atrium_owner' })
  })
})

describe('a start', () => {
  const config = () => ({ url: database.url, ownerUrl: database.ownerUrl })

  it('revokes the right to temporary objects from PUBLIC, e.g. in a copy of a database', async () => {
    await allowTemporary('public')
    await expect(checkPrepared(config())).rejects.toThrow(/revoke temporary on database/)
    await prepareDatabase(config())
    await expect(checkPrepared(config())).resolves.toEqual({ unknown: [] })
  })

  it('rejects a database that grants the right to a role of the server, and prints the statement that revokes it', async () => {
    await allowTemporary('atrium_tenant')
    const remedy = `revoke temporary on database "${nameOf(database.url)}" from public, "atrium_tenant"`
    await expect(prepareDatabase(config())).rejects.toThrow(remedy)
    await administer(database.ownerUrl, remedy)
    await prepareDatabase(config())
  })

  it('prints what a superuser has to run if the owner of the schema may not revoke the right', async () => {
    // Uses a cluster of its own, because roles belong to the cluster: this owner's rights would appear in other
    // tests.
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-owned-'))
    const cluster = await startEmbedded({ dataDir })
    try {
      await prepareDatabase({ url: cluster.url, ownerUrl: cluster.ownerUrl })
      // Grants as listed in docs/operators/database.md.
      for (const statement of [
        'create role schema_owner login',
        `grant atrium_app, ${workRoles}, atrium_definer to schema_owner with inherit false, set true`,
        'grant atrium_partitioner to schema_owner with inherit true, set true',
        'create database owned',
      ])
        await administer(cluster.ownerUrl, statement)
      const url = new URL(urlOfDatabase(cluster.ownerUrl, 'owned'))
      url.username = 'schema_owner'
      const inside = new pg.Client(urlOfDatabase(cluster.ownerUrl, 'owned'))
      await inside.connect()
      try {
        await inside.query('alter schema public owner to schema_owner')
        await inside.query('create schema pgboss authorization schema_owner')
        const stopped = String(await prepareDatabase({ url: url.href }).catch(String))
        const [, remedy = ''] = stopped.match(/run in that database: (.*); then/) ?? []
        expect(remedy).toMatch(/^revoke temporary on database "owned" from public, "atrium_app"/)
        await inside.query(remedy)
        await expect(prepareDatabase({ url: url.href })).resolves.toMatchObject({ migrated: [] })
      } finally {
        await inside.end()
      }
    } finally {
      await cluster.close()
      await rm(dataDir, { recursive: true })
    }
  })

  it('restores the owners of functions and tables, e.g. in a restored database', async () => {
    const owners = () =>
      sql`select oid::regprocedure::text as name, proowner::regrole::text as owner, proacl::text as rights
        from pg_proc where prosecdef
        union all
        select oid::regclass::text, relowner::regrole::text, null from pg_class where relname like 'message%'
        order by 1`.execute(database.owner)
    const before = await owners()
    for (const statement of [
      'alter function find_session(text, interval, interval) owner to current_user',
      'grant execute on function find_session(text, interval, interval) to public',
      'alter function make_partitions owner to current_user',
      'alter table message owner to current_user',
      'alter table message_other owner to current_user',
      'grant create on schema public to public',
    ])
      await sql.raw(statement).execute(database.owner)
    await prepareDatabase(config())
    expect((await owners()).rows).toEqual(before.rows)
    const { rows } = await sql`select has_schema_privilege('public', 'public', 'CREATE') as may`.execute(
      database.owner,
    )
    expect(rows).toEqual([{ may: false }])
  })
})
