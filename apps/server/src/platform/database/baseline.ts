import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { migrations } from './migrations/index.ts'
import { migrationTable, recordOf } from './schema-state.ts'

/** Folder of the SQL files. The relative path is the same in the repository and in a package. */
const folder = join(import.meta.dirname, '../../../../../apps/server/src/platform/database/schema')

/** Files that create a new database. Each comes after the files that it depends on. */
export const schemaFiles = [
  ...[
    'functions/app_tenants',
    'functions/app_studies',
    'functions/search',
    'functions/partitions',
    'functions/confine_definers',
  ],
  ...['functions/queue', 'functions/in_period'],
  ...['tables/schema_migration', 'tables/schema_migration_lock', 'tables/seed_version'],
  // Reference data
  ...['tables/area', 'tables/tenant', 'tables/dictionary_category', 'tables/dictionary', 'tables/holiday'],
  // Users and what they may do
  ...['tables/role', 'tables/menu', 'tables/role_menu', 'tables/app_user', 'tables/user_name_look'],
  ...[
    'tables/tenant_user',
    'tables/inspection',
    'functions/access',
    'tables/department',
    'tables/department_user',
  ],
  // Signing in
  ...['tables/safe_strategy', 'tables/server_key', 'tables/session', 'tables/session_write'],
  ...['tables/login_failure', 'tables/failed_sign_in_tally', 'tables/captcha', 'tables/password_nonce'],
  ...['tables/one_time_code', 'tables/rate_limit', 'tables/email_verification', 'tables/contact_change'],
  ...['tables/user_identity', 'tables/invitation', 'tables/tenant_pin'],
  // Products
  ...['tables/software', 'tables/tenant_software', 'tables/tenant_url', 'tables/product_nonce'],
  ...['tables/product_call', 'tables/file', 'tables/file_upload'],
  // Sites and studies
  ...['tables/site', 'tables/tenant_site', 'tables/study', 'tables/study_site', 'tables/study_url'],
  ...['tables/study_user', 'tables/product_authorization', 'tables/product_access', 'tables/access_clock'],
  ...['tables/product_access_removal', 'tables/hand_over'],
  ...['tables/openid_record', 'tables/openid_session', 'tables/product_sign_in'],
  ...['tables/unblinding', 'tables/role_conflict', 'tables/change_reason_policy'],
  'tables/signature_policy',
  ...['tables/access_review', 'tables/access_review_item'],
  ...['tables/trail_review', 'tables/trail_review_look', 'tables/trail_review_finding'],
  ...['tables/access_request_rule', 'tables/access_request'],
  ...['tables/training', 'tables/training_requirement', 'tables/training_evidence'],
  ...['tables/training_override', 'functions/training'],
  ...['tables/pseudonym', 'tables/privacy_request'],
  // Modules that teams release
  ...['tables/remote_module', 'tables/remote_release', 'tables/tenant_release', 'tables/team_nonce'],
  ...['tables/release_hour', 'tables/release_person', 'tables/release_error', 'tables/release_error_person'],
  'tables/module_override',
  // Operations
  ...['tables/job', 'tables/job_log', 'tables/server_process', 'tables/call_count'],
  // Partitioned tables
  ...['functions/access_images', 'tables/audit_event', 'tables/audit_seal', 'tables/audit_archive'],
  ...['functions/access_at', 'tables/message', 'tables/legal_hold'],
  ...['tables/signature', 'tables/message_attempt', 'partitions', 'owners'],
] as const

/** Names of the migrations whose changes the files contain: all migrations of this version. */
const contained = Object.keys(migrations)

async function runFile(trx: Kysely<unknown>, file: string): Promise<void> {
  const text = await readFile(join(folder, `${file}.sql`), 'utf8')
  try {
    await sql.raw(text).execute(trx)
  } catch (error) {
    if (error instanceof Error) error.message += ` (schema/${file}.sql)`
    throw error
  }
}

/**
 * Creates the schema of a new database from the files of `schema` in one transaction, and records the migrations that
 * they contain as applied.
 */
export const createSchema = (db: Kysely<unknown>): Promise<void> =>
  db.transaction().execute(async (trx) => {
    for (const file of schemaFiles) await runFile(trx, file)
    const records = JSON.stringify(contained.map(recordOf))
    await sql`insert into ${sql.table(migrationTable)} (name, timestamp, checksum, needs)
      select name, ${new Date().toISOString()}, checksum, needs
      from json_to_recordset(${records}::json) as known (name text, checksum text, needs text)`.execute(trx)
  })
