import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds electronic signatures, and which changes must be signed: on the platform and in each tenant. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addPolicies(db)
  await addSignatures(db)
  await separateSignIns(db)
  await sql`select confine_definers()`.execute(db)
}

async function addPolicies(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'signature_policy',
    sql`
    follows boolean not null default false,
    signed jsonb not null,
    constraint signature_policy_one_a_tenant check (id = tenant_id)`,
  )
  await sql`alter table signature_policy
    drop constraint signature_policy_tenant_id_fkey,
    add constraint signature_policy_tenant_id_fkey
      foreign key (tenant_id) references tenant (id) on delete cascade`.execute(db)
  await grant(db, 'signature_policy', {
    atrium_platform: ['select', 'insert', 'update', 'delete'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select'],
  })
}

/** Like an event, a signature is added once, by every role, and stays when its tenant is deleted. */
async function addSignatures(db: Kysely<unknown>): Promise<void> {
  await sql`create table signature (
    tenant_id text not null,
    id text collate "C" not null,
    at timestamptz not null,
    user_id text not null,
    user_name text not null,
    printed_name text not null,
    meaning text not null check (meaning in ('author', 'reviewer', 'approver')),
    components text not null check (components in ('both', 'secret')),
    session_id text not null,
    entity text not null,
    entity_id text not null,
    event_id text collate "C" not null,
    event_sequence bigint not null,
    algorithm text not null,
    hash text not null,
    content_hash text not null default '',
    proof text not null,
    primary key (tenant_id, id)
  )`.execute(db)
  await sql`create unique index signature_event on signature (tenant_id, event_id)`.execute(db)
  await sql`create index signature_session on signature (session_id)`.execute(db)
  await sql`create index signature_user on signature (user_id, at)`.execute(db)
  await sql`alter table signature enable row level security, force row level security`.execute(db)
  await sql`create policy unconfined on signature to atrium_platform, atrium_system using (true) with check (true)`.execute(
    db,
  )
  await sql`create policy tenant_select on signature for select to atrium_tenant
    using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))`.execute(db)
  await sql`create policy tenant_insert on signature for insert to atrium_tenant
    with check (tenant_id = any ((select app_tenants())::text[]))`.execute(db)
  await sql`create policy owner_select on signature for select to current_user using (true)`.execute(db)
  await sql`grant select on signature to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`grant insert (tenant_id, id, at, user_id, user_name, printed_name, meaning, components, session_id, entity,
    entity_id, event_id, algorithm, hash, content_hash, proof)
    on signature to atrium_platform, atrium_tenant, atrium_system`.execute(db)
  await sql`create function stamp_signature() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      select e.sequence into strict new.event_sequence from public.audit_event e
      where e.tenant_id = new.tenant_id and e.id = new.event_id and e.after -> 'signature' ->> 'id' = new.id;
      return new;
    end $$`.execute(db)
  await sql`create trigger stamp before insert on signature
    for each row execute function stamp_signature()`.execute(db)
  await sql`create function keep_signature() returns trigger
    language plpgsql set search_path = pg_catalog, pg_temp as $$
    begin
      raise exception 'a signature can be neither changed nor removed' using errcode = '42501';
    end $$`.execute(db)
  await sql`revoke execute on function keep_signature() from public`.execute(db)
  await sql`create trigger keep before update or delete or truncate on signature
    for each statement execute function keep_signature()`.execute(db)
}

/** The end of sessions by an administrator can be signed since, and then has content too: it is not a sign-in. */
async function separateSignIns(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function last_sign_ins(people text[], instant timestamptz) returns table (user_id text, at timestamptz)
    language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
    #variable_conflict use_column
    begin
      return query
        select p.id, s.at from unnest(people) as p (id)
        cross join lateral (
          select e.at from public.audit_event e
          where e.entity = 'session' and e.entity_id = p.id and e.before is null and e.after is not null
            and e.at <= coalesce(instant, 'infinity')
          order by e.sequence desc limit 1) s
        where current_setting('role') <> 'atrium_tenant' or exists (
          select t from unnest(public.app_tenants()) t where t in (select public.access_tenants_of(p.id)));
    end $$`.execute(db)
}
