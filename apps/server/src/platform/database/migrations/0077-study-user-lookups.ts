import { type Kysely, sql } from 'kysely'

/**
 * Whether somebody is authorized in a study: whoever looks at people, or at somebody's studies, asks it of each. By the
 * index of the constraint, which has the site before the person, that was to read all who are authorized there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index study_user_of_study
    on study_user (tenant_id, study_url_id, tenant_user_id, study_site_id)`.execute(db)
}
