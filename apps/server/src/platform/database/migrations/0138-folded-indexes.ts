import { type Kysely, sql } from 'kysely'

export const inTransaction = false

/** The ngrams of a folded text. */
const searchOf = (text: string): string => `using gin (search_runs(fold_text(${text})))`

/** Index name, table and definition. */
const indexes = [
  ['tenant_search_folded', 'tenant', searchOf('tenant_search_text(tenant_name, abbr, tenant_code, contact)')],
  ['site_search_folded', 'site', searchOf('site_search_text(site_name, address)')],
  ['tenant_site_search_folded', 'tenant_site', searchOf('tenant_site_search_text(nick_name, site_name)')],
  [
    'tenant_url_search_folded',
    'tenant_url',
    searchOf('tenant_url_search_text(url_name, url, mobile_url, website_url, api_url)'),
  ],
  ['study_search_folded', 'study', searchOf('study_search_text(study_name, study_code, plan_code, sponsor)')],
  ['study_name_search_folded', 'study', searchOf('study_name')],
  ['app_user_search_folded', 'app_user', searchOf('user_search_text(full_name, email, phone, phone_key)')],
  [
    'tenant_user_search_folded',
    'tenant_user',
    `using gin ((tenant_run(tenant_id)
      || search_runs(fold_text(user_search_text(full_name, email, phone, phone_key)))))`,
  ],
  ['file_search_folded', 'file', searchOf('file_name')],
  // By these a new name or code is compared with those that exist. They are not unique: existing rows may collide.
  ['tenant_name_unique_folded', 'tenant', '(fold_text(tenant_name))'],
  ['role_name_unique_folded', 'role', '(role_type, fold_text(name))'],
  ['menu_name_unique_folded', 'menu', '(parent_id, fold_text(name))'],
  ['area_name_unique_folded', 'area', '(parent_id, fold_text(area_name))'],
  ['area_code_unique_folded', 'area', `(level, fold_text(area_code)) where area_code <> ''`],
  ['dictionary_code_unique_folded', 'dictionary', '(tenant_id, category_id, parent_id, fold_text(dic_code))'],
  ['software_web_code_unique_folded', 'software', '(fold_text(web_code))'],
  ['software_app_code_unique_folded', 'software', '(fold_text(app_code))'],
  ['tenant_url_name_unique_folded', 'tenant_url', '(tenant_id, software_id, fold_text(url_name))'],
  ['study_code_unique_folded', 'study', '(tenant_id, fold_text(study_code))'],
  ['study_site_code_unique_folded', 'study_site', '(tenant_id, study_id, fold_text(code))'],
  ['department_name_unique_folded', 'department', '(tenant_id, parent_id, fold_text(department_name))'],
  ['job_name_unique_folded', 'job', '(job_group, fold_text(job_name))'],
] as const

/** Builds the indexes over folded text beside those that `0141` drops. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const [name, table, definition] of indexes) {
    // An interrupted build leaves an invalid index.
    await sql`drop index concurrently if exists ${sql.id(name)}`.execute(db)
    await sql`create index concurrently ${sql.id(name)} on ${sql.table(table)} ${sql.raw(definition)}`.execute(
      db,
    )
  }
  // Statistics of an indexed expression are only gathered once the index is there.
  for (const table of new Set(indexes.map(([, name]) => name)))
    await sql`analyze ${sql.table(table)}`.execute(db)
}
