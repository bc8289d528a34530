-- The training gate: whether people have the trainings that their roles in studies need. `untrained_since` of
-- authorizations and pending grants is written only here.

-- Whether a grant, or access without one, needs the trainings of a role; '' stands for every role.
create function grants_role(grants jsonb, role text) returns boolean
  language sql immutable as $$
    select role = '' or coalesce(role = grants ->> 'generalRoleId', false)
      or coalesce(grants -> 'roles' @> jsonb_build_array(jsonb_build_object('roleId', role)), false)
  $$;

-- The grants by which a person works: the accepted ones, else the pending ones.
create function applied_grants(a product_authorization) returns jsonb
  language sql immutable as $$
    select case when a.state = 'refused' then a.accepted_grants else coalesce(a.accepted_grants, a.grants) end
  $$;

-- Whether a person has evidence of a training now.
create function has_training(tenant text, training text, member text) returns boolean
  language sql stable as $$
    select exists (
      select from public.training_evidence e
      join public.tenant_user m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
      where e.tenant_id = tenant and e.training_id = training and m.id = member
        and e.revoked_at is null and public.in_period(null, e.valid_until))
  $$;

-- Trainings that the roles of a grant need in a linked study. Without a grant, those that every role needs.
create function required_trainings(tenant text, link text, grants jsonb) returns table (training_id text)
  language sql stable as $$
    select distinct r.training_id from public.training_requirement r
    where r.tenant_id = tenant and r.study_url_id = link and public.in_period(r.applies_at, null)
      and public.grants_role(grants, r.role_id)
  $$;

-- Required trainings of which a person has no evidence now.
create function missing_trainings(tenant text, link text, member text, grants jsonb) returns text[]
  language sql stable as $$
    select array(
      select r.training_id from public.required_trainings(tenant, link, grants) r
      where not public.has_training(tenant, r.training_id, member)
      order by 1)
  $$;

-- Whether a person may work in a linked study now although trainings are missing.
create function is_overridden(tenant text, link text, member text) returns boolean
  language sql stable as $$
    select exists (
      select from public.training_override o
      where o.tenant_id = tenant and o.study_url_id = link and o.tenant_user_id = member
        and o.ended_at is null and o.valid_until > now())
  $$;

-- Stops and releases authorizations and pending grants of people in linked studies, by their trainings now. The arrays are
-- columns of one list. A released grant is due at once or on its first day.
create function apply_training(tenants text[], links text[], members text[])
  returns table (tenant_id text, study_url_id text, id text, tenant_user_id text, untrained_since timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  begin
    -- Grants are locked before authorizations, as in deliveries.
    perform from public.product_authorization a
    where (a.tenant_id, a.study_url_id, a.tenant_user_id) in (select * from unnest(tenants, links, members))
    order by a.id for update;
    return query
    with asked as (
      select distinct * from unnest(tenants, links, members) as k (tenant, link, member)
    ), decided as materialized (
      select k.*, a.id as grant_id, lacks.now and not lacks.overridden as stops,
        a.state = 'waiting' and lacks.later and not lacks.overridden as waits
      from asked k
      left join public.product_authorization a
        on a.tenant_id = k.tenant and a.study_url_id = k.link and a.tenant_user_id = k.member
      cross join lateral (select
        public.missing_trainings(k.tenant, k.link, k.member, public.applied_grants(a)) <> '{}' as now,
        public.missing_trainings(k.tenant, k.link, k.member, a.grants) <> '{}' as later,
        public.is_overridden(k.tenant, k.link, k.member) as overridden) lacks
    ), pending as (
      update public.product_authorization a set untrained_since = case when d.waits then now() end,
        waiting_since = case when d.waits then a.waiting_since else greatest(now(), a.waiting_since) end,
        attempts = 0,
        next_attempt_at = case when a.state = 'waiting' and not d.waits then greatest(now(), a.waiting_since) end
      from decided d
      where a.tenant_id = d.tenant and a.id = d.grant_id and (a.untrained_since is not null) <> d.waits
    )
    update public.study_user s set untrained_since = case when d.stops then now() end
    from decided d
    where s.tenant_id = d.tenant and s.study_url_id = d.link and s.tenant_user_id = d.member
      and (s.untrained_since is not null) <> d.stops
    returning s.tenant_id, s.study_url_id, s.id, s.tenant_user_id, s.untrained_since;
  end $$;
revoke execute on function apply_training from public;

-- For authorizations and grants. Most studies require no training, and then nothing is decided.
create function note_training_access() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if tg_op = 'DELETE' then
      perform public.apply_training(array_agg(k.tenant_id), array_agg(k.study_url_id), array_agg(k.tenant_user_id))
      from old_rows k
      where k.tenant_user_id is not null and exists (select from public.training_requirement r
        where r.tenant_id = k.tenant_id and r.study_url_id = k.study_url_id)
      having count(*) > 0;
    else
      perform public.apply_training(array_agg(k.tenant_id), array_agg(k.study_url_id), array_agg(k.tenant_user_id))
      from new_rows k
      where k.tenant_user_id is not null and (k.untrained_since is not null or exists (
        select from public.training_requirement r
        where r.tenant_id = k.tenant_id and r.study_url_id = k.study_url_id))
      having count(*) > 0;
    end if;
    return null;
  end $$;
revoke execute on function note_training_access from public;

create trigger training_insert after insert on study_user
  referencing new table as new_rows for each statement execute function note_training_access();
create trigger training_update after update on study_user
  referencing new table as new_rows for each statement execute function note_training_access();
create trigger training_insert after insert on product_authorization
  referencing new table as new_rows for each statement execute function note_training_access();
create trigger training_update after update on product_authorization
  referencing new table as new_rows for each statement execute function note_training_access();
create trigger training_delete after delete on product_authorization
  referencing old table as old_rows for each statement execute function note_training_access();

create function note_training_requirement() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    tenants text[];
    links text[];
  begin
    if tg_op = 'DELETE' then
      select array_agg(tenant_id), array_agg(study_url_id) into tenants, links from old_rows;
    else
      select array_agg(tenant_id), array_agg(study_url_id) into tenants, links from new_rows;
    end if;
    perform public.apply_training(array_agg(s.tenant_id), array_agg(s.study_url_id), array_agg(s.tenant_user_id))
    from public.study_user s
    where (s.tenant_id, s.study_url_id) in (select * from unnest(tenants, links)) and s.tenant_user_id is not null
    having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_training_requirement from public;

create trigger training_insert after insert on training_requirement
  referencing new table as new_rows for each statement execute function note_training_requirement();
create trigger training_update after update on training_requirement
  referencing new table as new_rows for each statement execute function note_training_requirement();
create trigger training_delete after delete on training_requirement
  referencing old table as old_rows for each statement execute function note_training_requirement();

-- A reminder, which is an update too, decides nothing.
create function note_training_evidence() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  declare
    changed text[];
  begin
    if tg_op = 'INSERT' then
      select array_agg(id) into changed from new_rows;
    else
      select array_agg(n.id) into changed from new_rows n join old_rows o using (tenant_id, id)
      where (n.valid_until, n.revoked_at) is distinct from (o.valid_until, o.revoked_at);
    end if;
    perform public.apply_training(array_agg(s.tenant_id), array_agg(s.study_url_id), array_agg(s.tenant_user_id))
    from public.training_evidence e
    join public.tenant_user m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
    join public.training_requirement r on r.tenant_id = e.tenant_id and r.training_id = e.training_id
    join public.study_user s
      on s.tenant_id = r.tenant_id and s.study_url_id = r.study_url_id and s.tenant_user_id = m.id
    where e.id = any (changed)
    having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_training_evidence from public;

create trigger training_insert after insert on training_evidence
  referencing new table as new_rows for each statement execute function note_training_evidence();
create trigger training_update after update on training_evidence
  referencing old table as old_rows new table as new_rows
  for each statement execute function note_training_evidence();

create function note_training_override() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.apply_training(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
    from new_rows having count(*) > 0;
    return null;
  end $$;
revoke execute on function note_training_override from public;

create trigger training_insert after insert on training_override
  referencing new table as new_rows for each statement execute function note_training_override();
create trigger training_update after update on training_override
  referencing new table as new_rows for each statement execute function note_training_override();

-- Stops and releases what time alone has decided since it ran last: evidence and overrides that ended, requirements that
-- began. Looks a minute further back, for transactions that were under way. A process that finds another one at work
-- leaves it to that. Returns the authorizations that changed.
create function note_trainings()
  returns table (tenant_id text, study_url_id text, id text, tenant_user_id text, untrained_since timestamptz)
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  declare
    noted timestamptz;
    tenants text[];
    links text[];
    members text[];
  begin
    insert into public.access_clock default values on conflict do nothing;
    select c.trainings_noted_until - interval '1 minute' into noted from public.access_clock c for update skip locked;
    if not found then
      return;
    end if;
    with due as (
      select s.tenant_id, s.study_url_id, s.tenant_user_id
      from public.training_requirement r
      join public.study_user s on s.tenant_id = r.tenant_id and s.study_url_id = r.study_url_id
      where r.applies_at > noted and r.applies_at <= now() and s.tenant_user_id is not null
      union
      select s.tenant_id, s.study_url_id, s.tenant_user_id
      from public.training_evidence e
      join public.tenant_user m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
      join public.training_requirement r on r.tenant_id = e.tenant_id and r.training_id = e.training_id
      join public.study_user s
        on s.tenant_id = r.tenant_id and s.study_url_id = r.study_url_id and s.tenant_user_id = m.id
      where e.valid_until > noted and e.valid_until <= now()
      union
      select o.tenant_id, o.study_url_id, o.tenant_user_id
      from public.training_override o
      where o.valid_until > noted and o.valid_until <= now()
    )
    select array_agg(due.tenant_id), array_agg(due.study_url_id), array_agg(due.tenant_user_id)
    into tenants, links, members from due;
    update public.access_clock set trainings_noted_until = now();
    if tenants is not null then
      return query select * from public.apply_training(tenants, links, members);
    end if;
  end $$;
revoke execute on function note_trainings from public;
grant execute on function note_trainings to atrium_system;
