-- Number of the open batch. An event belongs to the batch that is open when it is written, and its writer shares a
-- lock on that batch until it commits. The sealer opens the next batch and waits for the lock of the previous one. It
-- then knows that the batch is complete, and writers never wait for each other. The number goes up by one, and only
-- if the batch has events.
create sequence audit_batch as integer;
select setval('audit_batch', 1);grant select on sequence audit_batch to atrium_system;
grant update on sequence audit_batch to atrium_definer;

-- Audit trail: one row for each successful change, written once and never changed. The table is partitioned by id,
-- which is a UUID of version 7: see partitions.sql.
create table audit_event (
  sequence bigint generated always as identity (sequence name audit_event_sequence_seq),
  batch integer not null,
  id text collate "C" not null,
  at timestamptz not null,
  actor_id text,
  -- Name at the time of the change.
  actor_name text not null default '',
  -- '0' is the platform.
  tenant_id text not null,
  call text not null,
  entity text not null,
  entity_id text not null default '',
  before jsonb,
  after jsonb,
  reason text not null default '',
  -- Same id as in the log.
  request_id text not null default '',
  primary key (tenant_id, id),
  -- IP address and User-Agent of the actor.
  address text not null default '',
  user_agent text not null default '',
  -- The study that the event concerns, if it is only one.
  study_id text,
  -- Ids of the people, studies and things that the event concerns besides its own.
  subjects text[],
  -- Images of the access that the transaction changed (see ../functions/access_images.sql). Only the database sets them.
  access jsonb
) partition by range (id);

create index audit_event_batch on audit_event (batch, sequence);
create index audit_event_tenant on audit_event (tenant_id, sequence);
create index audit_event_entity on audit_event (entity, entity_id, sequence);
create index audit_event_actor on audit_event (actor_id, sequence);
create index audit_event_id on audit_event (id);
create index audit_event_sequence on audit_event (sequence);
create index audit_event_at on audit_event (at, sequence);
create index audit_event_kind on audit_event (entity, sequence);
create index audit_event_call on audit_event (call, sequence);
create index audit_event_request on audit_event (split_part(request_id, ' ', 1)) where request_id <> '';
create index audit_event_study on audit_event (study_id, sequence) where study_id is not null;
create index audit_event_subjects on audit_event using gin (subjects);
create index audit_event_tenant_actor on audit_event (tenant_id, actor_id, sequence);
create index audit_event_tenant_kind on audit_event (tenant_id, entity, sequence);
create index audit_event_tenant_call on audit_event (tenant_id, call, sequence);
create index audit_event_access on audit_event using gin (access_keys(access)) where access is not null;
create index audit_event_tenant_study on audit_event (tenant_id, study_id, sequence) where study_id is not null;

alter table audit_event enable row level security, force row level security;
-- All roles add events, the reading roles see them by tenant, and no role changes or removes them.
create policy unconfined on audit_event to atrium_platform, atrium_system using (true) with check (true);
-- With "case", the planner does not estimate how many events belong to the tenant. It would multiply that share with the
-- shares of the query's filters, expect few events, and sort all that match.
create policy tenant_select on audit_event for select to atrium_tenant
  using (case when tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]) then true else false end);
create policy tenant_insert on audit_event for insert to atrium_tenant
  with check (tenant_id = any ((select app_tenants())::text[]));
-- Row-level security applies to the owner too.
create policy owner_select on audit_event for select to current_user using (true);
-- An inspector's session reads the inspected studies only.
create policy inspected on audit_event as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select on audit_event to atrium_platform, atrium_tenant, atrium_system;
-- Only the database sets number, batch and instant of an event.
grant insert (id, actor_id, actor_name, tenant_id, call, entity, entity_id, before, after, reason,
  request_id, address, user_agent, study_id, subjects) on audit_event to atrium_platform, atrium_tenant, atrium_system;
-- Images that are carried from archived events.
grant insert (access) on audit_event to atrium_definer;

create function stamp_audit_event() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    opened integer;
    still_open integer;
    noted jsonb;
  begin
    loop
      select last_value into opened from public.audit_batch;
      -- 1635082608 is the first key of the locks on batches: 'audp' in ASCII.
      if pg_try_advisory_xact_lock_shared(1635082608, opened) then
        -- The sealer may have opened the next batch before this one was locked.
        select last_value into still_open from public.audit_batch;
        exit when still_open = opened;
      end if;
    end loop;
    new.batch := opened;
    new.at := clock_timestamp();
    noted := public.take_access_changes();
    if noted is not null then
      -- The plan of a session may be from when the tables were small, and search a tenant's rows for each of many.
      perform set_config('plan_cache_mode', 'force_custom_plan', true) where jsonb_array_length(noted) > 1000;
      select public.access_images(array_agg(k ->> 0), array_agg(k ->> 1), array_agg(k ->> 2)) into new.access
      from jsonb_array_elements(noted) k;
      -- Only images that are not of now can be carried.
      if new.entity = 'access' and new.entity_id = 'carried' then
        new.entity_id := '';
      end if;
    end if;
    return new;
  end $$;
revoke execute on function stamp_audit_event from public;
-- Creating the trigger of a new partition requires the right to call this function.
grant execute on function stamp_audit_event to atrium_partitioner;

create trigger stamp before insert on audit_event
  for each row execute function stamp_audit_event();

-- Closes the open batch, unless it is empty. Returns the last closed batch.
create function close_audit_batch() returns integer
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    opened integer;
  begin
    select last_value into opened from public.audit_batch;
    if coalesce((select max(batch) from public.audit_event), 0) < opened then
      return opened - 1;
    end if;
    -- Uses setval, because nextval skips numbers after a crash of the database.
    perform setval('public.audit_batch', opened + 1);
    return opened;
  end $$;
revoke execute on function close_audit_batch from public;
grant execute on function close_audit_batch to atrium_system;

-- Returns the numbers of the newest events that concern one of some people or things besides their own. A tenant's
-- session finds its tenants' events: its row-level security would keep it from the index on subjects.
create function find_audit_events(about text[], most integer) returns setof bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select sequence from public.audit_event
    where subjects && about
      -- The form "is true" keeps the planner from also reading the index of a large tenant's events.
      and (current_setting('role') <> 'atrium_tenant' or tenant_id = any (public.app_tenants())) is true
    order by sequence + 0 desc limit most
  $$;
revoke execute on function find_audit_events from public;
grant execute on function find_audit_events to atrium_platform, atrium_tenant, atrium_system;

-- Returns the numbers of the newest events of a request. A tenant's session finds its tenants' events: its row-level
-- security would keep it from the index on requests.
create function find_audit_events_of_request(request text, most integer) returns setof bigint
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select sequence from public.audit_event
    where request_id <> '' and split_part(request_id, ' ', 1) = request
      and (current_setting('role') <> 'atrium_tenant' or tenant_id = any (public.app_tenants())) is true
    order by sequence + 0 desc limit most
  $$;

-- Returns the number of the first event of all tenants since an instant, and of the last one before another, or nulls. With
-- row-level security, a session would read the events of all others until it finds one of its tenants'.
create function audit_numbers_within(since timestamptz, beyond timestamptz, out first bigint, out last bigint)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select
      (select sequence from public.audit_event where at >= since order by at limit 1),
      (select sequence from public.audit_event where at < beyond order by at desc limit 1)
  $$;
revoke execute on function find_audit_events_of_request, audit_numbers_within from public;
grant execute on function find_audit_events_of_request, audit_numbers_within
  to atrium_platform, atrium_tenant, atrium_system;
