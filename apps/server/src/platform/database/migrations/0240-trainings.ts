import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds trainings, which roles in studies need, and lets access wait for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addTrainings(db)
  await addRequirements(db)
  await addEvidence(db)
  await addOverrides(db)
  await sql`alter table study_user add column untrained_since timestamptz`.execute(db)
  await sql`alter table product_authorization add column untrained_since timestamptz`.execute(db)
  await sql`alter table access_clock add column trainings_noted_until timestamptz not null default now()`.execute(
    db,
  )
  await sql.raw(image).execute(db)
  await sql.raw(gate).execute(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql.raw(noteStudyUser).execute(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
  await sql`select confine_definers()`.execute(db)
}

/** Rows end with their tenant. */
async function deleteWithTenant(db: Kysely<unknown>, table: string): Promise<void> {
  await sql`alter table ${sql.table(table)}
    drop constraint ${sql.id(`${table}_tenant_id_fkey`)},
    add constraint ${sql.id(`${table}_tenant_id_fkey`)}
      foreign key (tenant_id) references tenant (id) on delete cascade`.execute(db)
}

async function addTrainings(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'training',
    sql`
    code text not null,
    name text not null,
    kind text not null check (kind in ('gcp', 'protocol', 'product', 'other')),
    months integer not null check (months between 0 and 120),
    constraint training_code_unique unique (tenant_id, code)`,
  )
  await deleteWithTenant(db, 'training')
  await grant(db, 'training', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select', 'update'],
  })
}

async function addRequirements(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'training_requirement',
    sql`
    study_url_id text not null,
    training_id text not null,
    role_id text not null,
    role_name text not null,
    from_day text,
    applies_at timestamptz,
    reminded smallint,
    constraint training_requirement_unique unique (tenant_id, study_url_id, training_id, role_id),
    constraint training_requirement_study foreign key (tenant_id, study_url_id)
    references study_url (tenant_id, id) on delete cascade,
    constraint training_requirement_training foreign key (tenant_id, training_id) references training (tenant_id, id)`,
  )
  await deleteWithTenant(db, 'training_requirement')
  await sql`create index training_requirement_of_training on training_requirement (tenant_id, training_id)`.execute(
    db,
  )
  await sql`create index training_requirement_begin on training_requirement (applies_at) where applies_at is not null`.execute(
    db,
  )
  await grant(db, 'training_requirement', {
    atrium_platform: everything,
    atrium_tenant: everything,
    atrium_system: ['select', 'update'],
  })
}

async function addEvidence(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'training_evidence',
    sql`
    training_id text not null,
    user_id text not null,
    person_name text not null,
    done_on text not null,
    expires_on text not null default '',
    valid_until timestamptz,
    certificate_no text not null default '',
    file_id text,
    file_name text not null default '',
    software_id text,
    idempotency_key text,
    recorded_by text,
    recorder_name text not null default '',
    revoked_at timestamptz,
    revoked_by text,
    revoker_name text not null default '',
    revoke_reason text not null default '',
    reminded smallint,
    constraint training_evidence_training foreign key (tenant_id, training_id) references training (tenant_id, id),
    constraint training_evidence_call unique (tenant_id, software_id, idempotency_key)`,
  )
  await deleteWithTenant(db, 'training_evidence')
  await sql`create index training_evidence_person on training_evidence (tenant_id, training_id, user_id)`.execute(
    db,
  )
  await sql`create index training_evidence_register on training_evidence (tenant_id, created_at, id)`.execute(
    db,
  )
  await sql`create index training_evidence_end on training_evidence (valid_until) where valid_until is not null and revoked_at is null`.execute(
    db,
  )
  await grant(db, 'training_evidence', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
}

async function addOverrides(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'training_override',
    sql`
    study_url_id text not null,
    tenant_user_id text not null,
    user_id text not null,
    person_name text not null,
    reason text not null,
    last_day text not null,
    valid_until timestamptz not null,
    decided_by text not null,
    decider_name text not null,
    ended_at timestamptz,
    ended_by text,
    end_reason text not null default ''`,
  )
  await deleteWithTenant(db, 'training_override')
  await sql`create unique index training_override_open on training_override
  (tenant_id, study_url_id, tenant_user_id) where ended_at is null`.execute(db)
  await sql`create index training_override_end on training_override (valid_until) where ended_at is null`.execute(
    db,
  )
  await grant(db, 'training_override', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select', 'update'],
  })
}

/** The image of an authorization says that it waits for trainings. */
const image = `
create or replace function access_image(r study_user) returns jsonb
  language sql stable as $$
    select jsonb_strip_nulls(jsonb_build_object('linkId', r.study_url_id, 'siteId', r.study_site_id,
      'memberId', r.tenant_user_id, 'invitationId', r.invitation_id, 'from', public.access_time(r.access_from),
      'until', public.access_time(r.access_until), 'since', public.access_time(r.created_at),
      'untrainedSince', public.access_time(r.untrained_since)))
  $$;
`

/** Trainings also decide which rights a product is notified about. */
const noteStudyUser = `
create or replace function note_study_user() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if tg_op = 'INSERT' then
      perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
      from new_rows where tenant_user_id is not null having count(*) > 0;
    elsif tg_op = 'UPDATE' then
      perform public.note_study_access(array_agg(c.tenant_id), array_agg(c.link), array_agg(c.member))
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      cross join lateral (values (o.tenant_id, o.study_url_id, o.tenant_user_id),
        (n.tenant_id, n.study_url_id, n.tenant_user_id)) as c (tenant_id, link, member)
      where c.member is not null
        and (n.study_url_id, n.study_site_id, n.tenant_user_id, n.access_from, n.access_until, n.untrained_since)
          is distinct from
          (o.study_url_id, o.study_site_id, o.tenant_user_id, o.access_from, o.access_until, o.untrained_since)
      having count(*) > 0;
    else
      perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
      from old_rows where tenant_user_id is not null having count(*) > 0;
      insert into public.product_access_removal (tenant_id, study_url_id, user_id, tenant_url_id, version)
      select distinct l.tenant_id, l.id, a.user_id, a.tenant_url_id, a.version
      from old_rows o
      join public.study_url l on l.tenant_id = o.tenant_id and l.id = o.study_url_id
      join public.tenant_url d on d.tenant_id = l.tenant_id and d.id = l.tenant_url_id and d.has_api
      join public.tenant_user m on m.tenant_id = o.tenant_id and m.id = o.tenant_user_id
      join public.product_access a
        on a.tenant_id = d.tenant_id and a.tenant_url_id = d.id and a.user_id = m.user_id
      order by 1, 2, 3
      on conflict (tenant_id, study_url_id, user_id) do update
        set tenant_url_id = excluded.tenant_url_id, version = excluded.version, removed_at = now();
    end if;
    return null;
  end $$;
`

const gate = `
create function grants_role(grants jsonb, role text) returns boolean
  language sql immutable as $$
    select role = '' or coalesce(role = grants ->> 'generalRoleId', false)
      or coalesce(grants -> 'roles' @> jsonb_build_array(jsonb_build_object('roleId', role)), false)
  $$;

create function applied_grants(a product_authorization) returns jsonb
  language sql immutable as $$
    select case when a.state = 'refused' then a.accepted_grants else coalesce(a.accepted_grants, a.grants) end
  $$;

create function has_training(tenant text, training text, member text) returns boolean
  language sql stable as $$
    select exists (
      select from public.training_evidence e
      join public.tenant_user m on m.tenant_id = e.tenant_id and m.user_id = e.user_id
      where e.tenant_id = tenant and e.training_id = training and m.id = member
        and e.revoked_at is null and public.in_period(null, e.valid_until))
  $$;

create function required_trainings(tenant text, link text, grants jsonb) returns table (training_id text)
  language sql stable as $$
    select distinct r.training_id from public.training_requirement r
    where r.tenant_id = tenant and r.study_url_id = link and public.in_period(r.applies_at, null)
      and public.grants_role(grants, r.role_id)
  $$;

create function missing_trainings(tenant text, link text, member text, grants jsonb) returns text[]
  language sql stable as $$
    select array(
      select r.training_id from public.required_trainings(tenant, link, grants) r
      where not public.has_training(tenant, r.training_id, member)
      order by 1)
  $$;

create function is_overridden(tenant text, link text, member text) returns boolean
  language sql stable as $$
    select exists (
      select from public.training_override o
      where o.tenant_id = tenant and o.study_url_id = link and o.tenant_user_id = member
        and o.ended_at is null and o.valid_until > now())
  $$;

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
`
