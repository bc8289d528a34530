import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** The data dictionary: the product's categories, and entries of the platform and of tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table dictionary_category (
    code text primary key,
    category_name text not null,
    category_name_en text not null,
    is_tenant boolean not null,
    child_code text not null default '',
    is_parent boolean not null,
    sort integer not null
  )`.execute(db)
  await tenantTable(
    db,
    'dictionary',
    sql`
      category_id text not null references dictionary_category (code),
      dic_name text not null,
      dic_name_en text not null default '',
      dic_code text not null,
      sort integer not null,
      dic_num text not null default '',
      abb text not null default '',
      extend text not null default '',
      description text not null default '',
      parent_id text,
      child_code text not null default '',
      foreign key (tenant_id, parent_id) references dictionary (tenant_id, id),
      constraint dictionary_code_unique unique nulls not distinct (tenant_id, category_id, parent_id, dic_code)`,
  )
  await sql`create index dictionary_list on dictionary (tenant_id, category_id, sort, id)`.execute(db)
  await sql`create index dictionary_category_id on dictionary (category_id)`.execute(db)
  await sql`create index dictionary_parent on dictionary (tenant_id, parent_id)`.execute(db)
  await grant(db, 'dictionary_category', {
    atrium_platform: everything,
    atrium_tenant: ['select'],
    atrium_system: ['select'],
  })
  await grant(db, 'dictionary', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select'],
  })
}
