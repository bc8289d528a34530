import { type Kysely, sql } from 'kysely'

const names = ['plan_code', 'study_code', 'study_name', 'sponsor']

/**
 * What studies are sorted by, of one tenant and of all, and searched in. A study's code is its tenant's name for it,
 * without regard to case and full-width forms.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create unique index study_code_unique
    on study (tenant_id, lower(normalize(study_code, nfkc)))`.execute(db)
  await sql`create index study_created on study (created_at, id)`.execute(db)
  await sql`create index study_tenant_created on study (tenant_id, created_at, id)`.execute(db)
  for (const name of names) {
    const column = sql`${sql.ref(name)} collate "zh-x-icu"`
    await sql`create index ${sql.id(`study_by_${name}`)} on study (${column}, id)`.execute(db)
    await sql`create index ${sql.id(`study_tenant_by_${name}`)} on study (tenant_id, ${column}, id)`.execute(
      db,
    )
  }
  // A line break between the fields, so that no keyword matches across two of them.
  await sql`create function study_search_text(name text, code text, plan text, sponsor text)
    returns text language sql immutable strict parallel safe
    return name || e'\n' || code || e'\n' || plan || e'\n' || sponsor`.execute(db)
  await sql`create index study_search on study
    using gin (search_runs(study_search_text(study_name, study_code, plan_code, sponsor)))`.execute(db)
  await sql`create index study_name_search on study using gin (search_runs(study_name))`.execute(db)
}
