-- Legal holds: data of a tenant, a study or a person that nothing may delete, pseudonymise or clean up. Rows are never
-- deleted. created_at is the time from which the hold applies.
create table legal_hold (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  scope text not null check (scope in ('person', 'study', 'tenant')),
  -- No foreign keys: a released hold outlives what it held. A hold on a study names its tenant too.
  held_tenant text,
  held_study text,
  held_person text,
  name text not null,
  reason text not null,
  placed_by text not null,
  placer_name text not null,
  released_at timestamptz,
  released_by text,
  releaser_name text not null default '',
  release_reason text not null default '',
  constraint legal_hold_subject check (case scope
    when 'person' then num_nonnulls(held_tenant, held_study) = 0 and held_person is not null
    when 'study' then num_nonnulls(held_tenant, held_study) = 2 and held_person is null
    else held_tenant is not null and num_nonnulls(held_study, held_person) = 0 end)
);

create index legal_hold_created_at on legal_hold (created_at, id);
create index legal_hold_tenant on legal_hold (held_tenant) where released_at is null;
create index legal_hold_person on legal_hold (held_person) where released_at is null;

grant select, insert, update on legal_hold to atrium_platform;
grant select, update on legal_hold to atrium_system;

-- Tenants of which anything is held.
create function held_tenants() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select distinct held_tenant from public.legal_hold where released_at is null and held_tenant is not null $$;
revoke execute on function held_tenants from public;
grant execute on function held_tenants to atrium_platform, atrium_system;

-- Users of a study, also those whose authorization has ended, as far as the trail in the database knows them.
create function people_of_study(tenant text, study text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select m.user_id from public.study_url l
    join public.study_user a on a.tenant_id = l.tenant_id and a.study_url_id = l.id
    join public.tenant_user m on m.tenant_id = a.tenant_id and m.id = a.tenant_user_id
    where l.tenant_id = tenant and l.study_id = study
    union
    select m.user_id from public.audit_event e
    cross join lateral jsonb_each(e.access -> tenant) image
    join public.tenant_user m on m.tenant_id = tenant and m.id = image.value ->> 'memberId'
    where e.tenant_id = tenant and e.study_id = study and e.access is not null and image.key like 'authorization:%' $$;
revoke execute on function people_of_study from public;

-- People who are held: themselves, as members of a held tenant, or as users of a held study.
create function held_people() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select held_person from public.legal_hold where released_at is null and held_person is not null
    union
    select m.user_id from public.legal_hold h join public.tenant_user m on m.tenant_id = h.held_tenant
    where h.released_at is null and h.scope = 'tenant'
    union
    select public.people_of_study(h.held_tenant, h.held_study) from public.legal_hold h
    where h.released_at is null and h.scope = 'study' $$;
revoke execute on function held_people from public;
grant execute on function held_people to atrium_platform, atrium_system;

-- Number of holds that keep a row of a tenant from being deleted: those on the tenant, on the study and on the person or
-- on a study of theirs. A tenant itself is also kept by holds on its studies and its members. A session of a tenant counts
-- only for its tenants.
create function count_holds(tenant text, study text, person text) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select count(*)::integer from public.legal_hold h
    where h.released_at is null
      and (current_setting('role') <> 'atrium_tenant' or tenant = any (public.app_tenants()))
      and (h.scope = 'tenant' and h.held_tenant = tenant
        or h.scope = 'study' and h.held_tenant = tenant and (h.held_study = study or study is null and (person is null
          or person in (select public.people_of_study(h.held_tenant, h.held_study))))
        or h.scope = 'person' and (h.held_person = person or study is null and person is null and exists (
          select from public.tenant_user m where m.tenant_id = tenant and m.user_id = h.held_person))) $$;
revoke execute on function count_holds from public;
grant execute on function count_holds to atrium_platform, atrium_tenant, atrium_system;
