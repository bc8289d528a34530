import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { entityTable } from './tenant-table.ts'

/** Adds pseudonyms of people, the requests for them, and legal holds. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await markPeople(db)
  await addPseudonyms(db)
  await addRequests(db)
  await addHolds(db)
  await sql`select confine_definers()`.execute(db)
}

/** Nothing gives a pseudonymised person a name or contact again, or a way to sign in. */
async function markPeople(db: Kysely<unknown>): Promise<void> {
  await sql`alter table app_user add column pseudonymised_at timestamptz`.execute(db)
  await sql`create index app_user_pseudonymised on app_user (id) where pseudonymised_at is not null`.execute(
    db,
  )
  await sql`grant select (pseudonymised_at) on app_user to atrium_platform, atrium_tenant`.execute(db)
  await sql`create function keep_pseudonym() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    raise exception 'the user is pseudonymised' using errcode = '42501';
  end $$`.execute(db)
  await sql`create trigger keep_pseudonym before update on app_user
  for each row when (old.pseudonymised_at is not null and (new.pseudonymised_at, new.full_name, new.user_name, new.email,
    new.phone, new.status, new.role_id, new.password_hash) is distinct from (old.pseudonymised_at, old.full_name,
    old.user_name, old.email, old.phone, old.status, old.role_id, old.password_hash))
  execute function keep_pseudonym()`.execute(db)
  await sql`grant update (look) on user_name_look to atrium_system`.execute(db)
  await sql`grant delete on user_identity to atrium_system`.execute(db)
  await sql`grant update (accepted_by) on tenant_release to atrium_system`.execute(db)
}

/** Digests of former names and contacts are only compared with texts that a reader already has. */
async function addPseudonyms(db: Kysely<unknown>): Promise<void> {
  await sql`create table pseudonym (
    user_id text not null references app_user (id),
    digest text not null,
    kind text not null check (kind in ('name', 'contact')),
    pseudonym text not null,
    created_at timestamptz not null default now(),
    primary key (digest, user_id)
  )`.execute(db)
  await sql`create index pseudonym_user_id on pseudonym (user_id)`.execute(db)
  await sql`create function personal_digest(content text) returns text
  language sql immutable strict parallel safe
  return encode(sha256(convert_to('atrium ' || lower(btrim(content)), 'UTF8')), 'hex')`.execute(db)
  await grant(db, 'pseudonym', {
    atrium_platform: ['select'],
    atrium_tenant: ['select'],
    atrium_system: ['select', 'insert'],
  })
  await sql`create function pseudonym_images() returns table (kind text, id text, image jsonb)
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    with person as materialized (
      select p.id, p.full_name, p.user_name from public.app_user p where p.pseudonymised_at is not null)
    select of_person.kind, p.id, jsonb_build_object('name', p.full_name, 'nameEn', '', 'userName', p.user_name)
    from person p cross join unnest(array['user', 'person']) as of_person (kind)
    union all
    select 'invitation', i.id, jsonb_build_object('email', i.email)
    from person p join public.invitation i on i.email = p.user_name $$`.execute(db)
  await sql`revoke execute on function pseudonym_images from public`.execute(db)
  await sql`grant execute on function pseudonym_images to atrium_platform, atrium_tenant, atrium_system`.execute(
    db,
  )
}

async function addRequests(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'privacy_request',
    sql`
    id text primary key,
    user_id text not null references app_user (id),
    ground text not null check (ground in ('person', 'tenant', 'ended')),
    reason text not null,
    state text not null default 'requested'
      check (state in ('requested', 'approved', 'declined', 'withdrawn')),
    requested_by text not null,
    requester_name text not null,
    decided_by text,
    decider_name text not null default '',
    decided_at timestamptz,
    decision_reason text not null default '',
    pseudonym text not null default ''`,
  )
  await sql`create index privacy_request_created_at on privacy_request (created_at, id)`.execute(db)
  await sql`create unique index privacy_request_open on privacy_request (user_id) where state = 'requested'`.execute(
    db,
  )
  await grant(db, 'privacy_request', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
}

async function addHolds(db: Kysely<unknown>): Promise<void> {
  await entityTable(
    db,
    'legal_hold',
    sql`
    id text primary key,
    scope text not null check (scope in ('person', 'study', 'tenant')),
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
      else held_tenant is not null and num_nonnulls(held_study, held_person) = 0 end)`,
  )
  await sql`create index legal_hold_created_at on legal_hold (created_at, id)`.execute(db)
  await sql`create index legal_hold_tenant on legal_hold (held_tenant) where released_at is null`.execute(db)
  await sql`create index legal_hold_person on legal_hold (held_person) where released_at is null`.execute(db)
  await grant(db, 'legal_hold', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_system: ['select', 'update'],
  })
  await sql`create function held_tenants() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select distinct held_tenant from public.legal_hold where released_at is null and held_tenant is not null $$`.execute(
    db,
  )
  await sql`create function people_of_study(tenant text, study text) returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select m.user_id from public.study_url l
    join public.study_user a on a.tenant_id = l.tenant_id and a.study_url_id = l.id
    join public.tenant_user m on m.tenant_id = a.tenant_id and m.id = a.tenant_user_id
    where l.tenant_id = tenant and l.study_id = study
    union
    select m.user_id from public.audit_event e
    cross join lateral jsonb_each(e.access -> tenant) image
    join public.tenant_user m on m.tenant_id = tenant and m.id = image.value ->> 'memberId'
    where e.tenant_id = tenant and e.study_id = study and e.access is not null and image.key like 'authorization:%' $$`.execute(
    db,
  )
  await sql`create function held_people() returns setof text
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select held_person from public.legal_hold where released_at is null and held_person is not null
    union
    select m.user_id from public.legal_hold h join public.tenant_user m on m.tenant_id = h.held_tenant
    where h.released_at is null and h.scope = 'tenant'
    union
    select public.people_of_study(h.held_tenant, h.held_study) from public.legal_hold h
    where h.released_at is null and h.scope = 'study' $$`.execute(db)
  await sql`create function count_holds(tenant text, study text, person text) returns integer
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
    select count(*)::integer from public.legal_hold h
    where h.released_at is null
      and (current_setting('role') <> 'atrium_tenant' or tenant = any (public.app_tenants()))
      and (h.scope = 'tenant' and h.held_tenant = tenant
        or h.scope = 'study' and h.held_tenant = tenant and (h.held_study = study or study is null and (person is null
          or person in (select public.people_of_study(h.held_tenant, h.held_study))))
        or h.scope = 'person' and (h.held_person = person or study is null and person is null and exists (
          select from public.tenant_user m where m.tenant_id = tenant and m.user_id = h.held_person))) $$`.execute(
    db,
  )
  await sql`revoke execute on function held_tenants from public`.execute(db)
  await sql`revoke execute on function people_of_study from public`.execute(db)
  await sql`revoke execute on function held_people from public`.execute(db)
  await sql`revoke execute on function count_holds from public`.execute(db)
  await sql`grant execute on function held_tenants, held_people to atrium_platform, atrium_system`.execute(db)
  await sql`grant execute on function count_holds to atrium_platform, atrium_tenant, atrium_system`.execute(
    db,
  )
}
