import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createTestDatabase, type TestDatabase } from '../../test-support/index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Lists what breaks a rule of the schema. */
async function names(query: ReturnType<typeof sql<{ name: string }>>): Promise<string[]> {
  const { rows } = await query.execute(database.owner)
  return rows.map((row) => row.name)
}

it('every table with a tenant is confined by row-level security, its owner included', async () => {
  const open = await names(sql`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind = 'r' and a.attname = 'tenant_id' and not (c.relrowsecurity and c.relforcerowsecurity)`)
  expect(open).toEqual([])
})

it('every table with a tenant has it first in its key', async () => {
  const otherwise = await names(sql`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    left join pg_index i on i.indrelid = c.oid and i.indisprimary and i.indkey[0] = a.attnum
    where c.relkind = 'r' and i.indexrelid is null`)
  expect(otherwise).toEqual([])
})

it('every foreign key has an index', async () => {
  const without = await names(sql`
    select c.conname as name from pg_constraint c
    where c.contype = 'f' and c.connamespace = 'public'::regnamespace and not exists (
      select from pg_index i where i.indrelid = c.conrelid
        and (i.indkey::smallint[])[0 : cardinality(c.conkey) - 1] @> c.conkey)`)
  expect(without).toEqual([])
})

it('nobody but the owner may do anything by default', async () => {
  const granted = await names(sql`
    select table_name || ' to ' || grantee as name from information_schema.role_table_grants
    where table_schema = 'public' and grantee not in ('atrium_owner', 'atrium_tenant', 'atrium_platform', 'atrium_system')`)
  expect(granted).toEqual([])
})
