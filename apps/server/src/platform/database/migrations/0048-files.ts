import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/**
 * Files that products store; their contents are in the store of files, under random keys. A file is never changed.
 * And the uploads under way, so that what one leaves in the store whose process was killed is found.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'file',
    sql`
      file_name text not null,
      size bigint not null check (size >= 0),
      sha256 text not null,
      content_type text not null,
      content_key text not null,
      software_id text not null references software (id) on delete restrict,
      idempotency_key text not null,
      constraint file_content_unique unique (content_key),
      constraint file_idempotency_unique unique (software_id, idempotency_key)`,
  )
  for (const column of ['created_at', 'size']) {
    const order = sql`(${sql.ref(column)}, id)`
    await sql`create index ${sql.id(`file_by_${column}`)} on file ${order}`.execute(db)
  }
  await sql`create index file_by_file_name on file (file_name collate "zh-x-icu", id)`.execute(db)
  await sql`create index file_of_software on file (software_id, created_at, id)`.execute(db)
  await sql`create index file_search on file using gin (search_runs(file_name))`.execute(db)
  await grant(db, 'file', { atrium_platform: ['select'], atrium_system: ['select', 'insert'] })

  await sql`create table file_upload (content_key text primary key, begun_at timestamptz not null default now())`.execute(
    db,
  )
  await sql`create index file_upload_begun on file_upload (begun_at)`.execute(db)
  await grant(db, 'file_upload', { atrium_system: ['select', 'insert', 'delete'] })
}
