import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

const readable =
  sql.raw(`id, software_name, software_name_en, describe, web_code, app_code, validity_time, sort,
  authorization_style, is_study_authorization, projdb_show, remind_day, expired_day, row_version, created_at,
  updated_at`)

/** The products beside the suite. The key that calls between them are signed with is the platform's alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'software',
    sql`
      id text primary key,
      software_name text not null,
      software_name_en text not null default '',
      describe text not null default '',
      web_code text not null,
      app_code text not null,
      app_key_encrypted text,
      validity_time integer not null check (validity_time >= 0),
      sort integer not null,
      authorization_style smallint check (authorization_style between 1 and 4),
      is_study_authorization smallint not null default 1 check (is_study_authorization in (0, 1)),
      projdb_show smallint not null default 1 check (projdb_show in (0, 1)),
      remind_day integer not null default 7 check (remind_day >= 0),
      expired_day integer not null default 90 check (expired_day >= 0),
      constraint software_web_code_unique unique (web_code),
      constraint software_app_code_unique unique (app_code)`,
  )
  await sql`create index software_sort on software (sort, id)`.execute(db)
  await grant(db, 'software', { atrium_platform: everything, atrium_system: ['select'] })
  await sql`grant select (${readable}) on software to atrium_tenant`.execute(db)
}
