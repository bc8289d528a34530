import { type Kysely, sql } from 'kysely'

/** Whether a domain has an address at which its product can be called. Tenants may know that, not the address itself. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table tenant_url
    add column has_api boolean not null generated always as (api_url <> '') stored`.execute(db)
  await sql`grant select (has_api) on tenant_url to atrium_tenant`.execute(db)
}
