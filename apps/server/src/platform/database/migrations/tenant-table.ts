import type { Kysely } from 'kysely'
import { type RawBuilder, sql } from 'kysely'

/** These columns come first, because PostgreSQL reads a row from its beginning and lists are sorted by `created_at`. */
const entityColumns = sql`
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1`

/**
 * Creates a table of editable entities that belong to no tenant, with `row_version` and timestamps.
 * @param columns the other columns and constraints in SQL, including the key
 */
export async function entityTable(
  db: Kysely<unknown>,
  name: string,
  columns: RawBuilder<unknown>,
): Promise<void> {
  await sql`create table ${sql.table(name)} (${entityColumns}, ${columns})`.execute(db)
}

/**
 * Creates a table of editable entities that belong to tenants: key (tenant_id, id), an index on id for calls that
 * send only an id, `row_version` and timestamps, and row-level security.
 * @param columns the other columns and constraints in SQL
 */
export async function tenantTable(
  db: Kysely<unknown>,
  name: string,
  columns: RawBuilder<unknown>,
): Promise<void> {
  await sql`create table ${sql.table(name)} (
    tenant_id text not null references tenant (id),
    id text not null,
    ${entityColumns},
    ${columns},
    primary key (tenant_id, id)
  )`.execute(db)
  await sql`create index ${sql.id(`${name}_id`)} on ${sql.table(name)} (id)`.execute(db)
  await confineToTenants(db, name)
}

/**
 * Adds row-level security to a table: a tenant's session reads the rows of its tenants and of the platform, and
 * writes only the rows of its tenants. Platform and server are limited by grants only.
 * @param tenantColumn column with the tenant's id
 */
export async function confineToTenants(
  db: Kysely<unknown>,
  name: string,
  tenantColumn = 'tenant_id',
): Promise<void> {
  const table = sql.table(name)
  const tenant = sql.ref(tenantColumn)
  // The subselect is evaluated once per statement instead of once per row.
  const readable = sql`${tenant} = any ((select app_tenants())::text[])`
  const writable = sql`${tenant} <> '0' and ${readable}`
  await sql`alter table ${table} enable row level security, force row level security`.execute(db)
  // There is one policy per command, because a policy for all commands would be ORed with the others.
  await sql`create policy tenant_select on ${table} for select to atrium_tenant using (${readable})`.execute(
    db,
  )
  await sql`create policy tenant_insert on ${table} for insert to atrium_tenant with check (${writable})`.execute(
    db,
  )
  await sql`create policy tenant_update on ${table} for update to atrium_tenant
    using (${writable}) with check (${writable})`.execute(db)
  await sql`create policy tenant_delete on ${table} for delete to atrium_tenant using (${writable})`.execute(
    db,
  )
  await sql`create policy unconfined on ${table} to atrium_platform, atrium_system
    using (true) with check (true)`.execute(db)
}
