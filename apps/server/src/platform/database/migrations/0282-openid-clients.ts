import { type Kysely, sql } from 'kysely'

export const contract = {
  reason: 'the new check rejects no row of the previous version, which does not write the column',
  needs: '0085-module-overrides',
}

/** Lets a product sign its users in by OpenID Connect, with each of its domains as a client. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table software
    add column sign_in_style smallint not null default 1 check (sign_in_style between 1 and 2)`.execute(db)
  await sql`alter table tenant_url
    add column redirect_urls text[] not null default '{}',
    add column signed_out_urls text[] not null default '{}',
    add column logout_url text not null default ''`.execute(db)
}
