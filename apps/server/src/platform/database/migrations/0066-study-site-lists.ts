import { type Kysely, sql } from 'kysely'

/**
 * A site's code is its study's name for it, without regard to case and full-width forms. What is listed: the sites of a
 * study by their codes, and those of one tenant to choose from by their names.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index study_site_code_unique
    on study_site (tenant_id, study_id, lower(normalize(code, nfkc)))`.execute(db)
  await sql`create index study_site_by_code
    on study_site (tenant_id, study_id, (code collate "zh-x-icu"), id)`.execute(db)
  for (const column of ['site_name', 'nick_name'])
    await sql`create index ${sql.id(`tenant_site_of_tenant_by_${column}`)}
      on tenant_site (tenant_id, (${sql.ref(column)} collate "zh-x-icu"), id)`.execute(db)
}
