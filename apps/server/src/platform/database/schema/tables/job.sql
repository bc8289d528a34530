-- Scheduled jobs, which belong to the platform.
create table job (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  job_name text not null,
  -- Product that the job belongs to.
  job_group text not null references software (id),
  -- 1 a handler of the server, 2 an HTTP request.
  job_type smallint not null check (job_type in (1, 2)),
  -- 0 active, 1 paused.
  status smallint not null check (status in (0, 1)),
  bean_name text not null default '',
  method_name text not null default '',
  http_url text not null default '',
  http_method text not null default 'GET',
  -- Lines of `name: value`, encrypted under SECRET_KEY.
  header_encrypted text,
  params text not null default '',
  cron_expression text not null,
  remark text not null default '',
  -- Next run by the cron expression; null if the job is paused or the expression has no next time.
  next_run_at timestamptz,
  -- Time at which a user requested an immediate run.
  run_now_at timestamptz,
  due_at timestamptz generated always as (least(next_run_at, run_now_at)) stored,
  job_name_en text not null default '',
  constraint job_name_unique unique (job_group, job_name)
);

-- For the scheduler.
create index job_due on job (due_at) where due_at is not null;
-- Sort order of names: by pinyin, and Latin letters without regard to case.
create index job_name_order on job (job_name collate "zh-x-icu", id);
-- Sort orders of the list.
create index job_status on job (status, id);
create index job_next_run_at on job (next_run_at, id);
create index job_created_at on job (created_at, id);
-- Finds texts that differ only in case, width or kind of hyphen. Not unique, because older rows may collide.
create index job_name_unique_folded on job (job_group, fold_text(job_name));

grant select, insert, update, delete on job to atrium_platform;
grant select on job to atrium_system;
-- The scheduler changes no other columns of a job.
grant update (next_run_at, run_now_at) on job to atrium_system;
