import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable, tenantTable } from './tenant-table.ts'

/** Every column but the password's hash, which nobody but sign-in reads. */
const open =
  sql.raw(`id, full_name, user_name, user_name_key, email, email_key, email_valid, phone, phone_key,
  birthday, sex, role_id, status, user_type, remark, language, uc_id, org, country_id, province_id, city_id,
  password_changed_at, password_must_change, row_version, created_at, updated_at`)

/** Users, who belong to no tenant, and their places in tenants. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'app_user',
    sql`
      -- What searches look at comes first: PostgreSQL reads a row from its beginning.
      id text primary key,
      user_type text not null default '0' check (user_type in ('0', '1')),
      email_key text unique,
      full_name text not null,
      phone text not null default '',
      phone_key text unique,
      email text not null default '',
      email_valid smallint not null default 1 check (email_valid in (0, 1)),
      user_name text not null,
      user_name_key text not null unique,
      birthday date,
      sex text not null default '' check (sex in ('', '0', '1')),
      role_id text references role (id),
      status text not null default '0' check (status in ('0', '1')),
      remark text not null default '',
      language text not null default 'zh',
      uc_id text not null default '',
      org text not null default '',
      country_id text references area (id),
      province_id text references area (id),
      city_id text references area (id),
      password_hash text,
      password_changed_at timestamptz,
      password_must_change boolean not null default false`,
  )
  for (const column of ['role_id', 'country_id', 'province_id', 'city_id', 'created_at']) {
    await sql`create index ${sql.id(`app_user_${column}`)} on app_user (${sql.ref(column)}, id)`.execute(db)
  }
  await tenantTable(
    db,
    'tenant_user',
    sql`
      user_id text not null references app_user (id),
      role_id text references role (id),
      type_id text,
      position_id text,
      enabled smallint not null default 0 check (enabled in (0, 1)),
      join_date timestamptz not null default now(),
      unique (tenant_id, user_id)`,
  )
  for (const column of ['user_id', 'role_id', 'type_id', 'position_id']) {
    await sql`create index ${sql.id(`tenant_user_${column}`)} on tenant_user (${sql.ref(column)})`.execute(db)
  }
  await grant(db, 'tenant_user', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select'],
  })
  await confineUsers(db)
}

/** A tenant's session sees the people of its tenants. Nobody may delete a user: names are never reused. */
async function confineUsers(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user enable row level security, force row level security`.execute(db)
  await sql`create policy unconfined on app_user to atrium_platform, atrium_system
    using (true) with check (true)`.execute(db)
  await sql`create policy tenant_select on app_user for select to atrium_tenant
    using (exists (select from tenant_user t where t.user_id = app_user.id))`.execute(db)
  await sql`grant select (${open}) on app_user to atrium_platform, atrium_tenant`.execute(db)
  await sql`grant insert, update on app_user to atrium_platform`.execute(db)
  await grant(db, 'app_user', { atrium_system: ['select', 'insert', 'update'] })
}
