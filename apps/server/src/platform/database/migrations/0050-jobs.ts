import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

/** Scheduled jobs, which are the platform's, and the log of their runs. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'job',
    sql`
      id text primary key,
      job_name text not null,
      job_group text not null references software (id),
      job_type smallint not null check (job_type in (1, 2)),
      status smallint not null check (status in (0, 1)),
      bean_name text not null default '',
      method_name text not null default '',
      http_url text not null default '',
      http_method text not null default 'GET',
      header_encrypted text,
      params text not null default '',
      cron_expression text not null,
      remark text not null default '',
      next_run_at timestamptz,
      run_now_at timestamptz,
      due_at timestamptz generated always as (least(next_run_at, run_now_at)) stored,
      constraint job_name_unique unique (job_group, job_name)`,
  )
  await sql`create index job_due on job (due_at) where due_at is not null`.execute(db)
  await sql`create index job_name_order on job (job_name collate "zh-x-icu", id)`.execute(db)
  for (const column of ['status', 'next_run_at', 'created_at']) {
    await sql`create index ${sql.id(`job_${column}`)} on job (${sql.ref(column)}, id)`.execute(db)
  }
  await grant(db, 'job', { atrium_platform: everything, atrium_system: ['select'] })
  await sql`grant update (next_run_at, run_now_at) on job to atrium_system`.execute(db)
  await makeLog(db)
}

async function makeLog(db: Kysely<unknown>): Promise<void> {
  await sql`create table job_log (
    created_at timestamptz not null default clock_timestamp(),
    id text primary key,
    job_id text not null references job (id) on delete cascade,
    queue_id uuid not null,
    due_at timestamptz not null,
    cause text not null check (cause in ('due', 'manual')),
    params text not null,
    status smallint not null default 2 check (status in (0, 1, 2)),
    result text not null default '',
    result_key text,
    result_params jsonb,
    times integer not null default 0,
    skipped integer not null default 0
  )`.execute(db)
  await sql`create index job_log_job on job_log (job_id, created_at, id)`.execute(db)
  await sql`create index job_log_created_at on job_log (created_at)`.execute(db)
  // One run of a job at a time.
  await sql`create unique index job_log_under_way on job_log (job_id) where status = 2`.execute(db)
  await grant(db, 'job_log', { atrium_platform: ['select'], atrium_system: everything })
}
