-- Runs of jobs.
create table job_log (
  created_at timestamptz not null default clock_timestamp(),
  id text primary key,
  job_id text not null references job (id) on delete cascade,
  -- Id of the run in the job queue.
  queue_id uuid not null,
  -- Time at which the run was due.
  due_at timestamptz not null,
  cause text not null check (cause in ('due', 'manual')),
  params text not null,
  -- 0 succeeded, 1 failed, 2 in progress.
  status smallint not null default 2 check (status in (0, 1, 2)),
  -- Result as text; '' if result_key names a text of the contract.
  result text not null default '',
  result_key text,
  result_params jsonb,
  -- Duration in milliseconds.
  times integer not null default 0,
  -- Number of times that the job came due during the run.
  skipped integer not null default 0
);

create index job_log_job on job_log (job_id, created_at, id);
create index job_log_created_at on job_log (created_at);
-- A job has at most one run at a time.
create unique index job_log_under_way on job_log (job_id) where status = 2;

grant select on job_log to atrium_platform;
grant select, insert, update, delete on job_log to atrium_system;
