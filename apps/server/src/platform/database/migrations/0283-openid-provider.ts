import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'
import { confineToTenants } from './tenant-table.ts'

/** Adds the records of the OpenID provider, and the sign-ins to products that end with the session of the suite. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addRecords(db)
  await addSignIns(db)
  await addFunctions(db)
}

async function addRecords(db: Kysely<unknown>): Promise<void> {
  await sql`create table openid_record (
    kind text not null,
    id_hash text not null,
    payload_encrypted text not null,
    grant_hash text,
    uid text,
    expires_at timestamptz not null,
    consumed_at timestamptz,
    primary key (kind, id_hash)
  )`.execute(db)
  await sql`create index openid_record_expires_at on openid_record (expires_at)`.execute(db)
  await sql`create index openid_record_grant on openid_record (grant_hash) where grant_hash is not null`.execute(
    db,
  )
  await sql`create unique index openid_record_uid on openid_record (uid) where uid is not null`.execute(db)
  await grant(db, 'openid_record', { atrium_system: everything })
  await sql`create table openid_session (
    uid text primary key,
    session_hash text not null references session (token_hash) on delete cascade
  )`.execute(db)
  await sql`create index openid_session_session on openid_session (session_hash)`.execute(db)
  await grant(db, 'openid_session', { atrium_system: everything })
}

async function addSignIns(db: Kysely<unknown>): Promise<void> {
  await sql`create table product_sign_in (
    tenant_id text not null references tenant (id) on delete cascade,
    id text not null,
    created_at timestamptz not null default now(),
    tenant_url_id text not null,
    user_id text not null references app_user (id) on delete cascade,
    session_hash text references session (token_hash) on delete set null,
    sid text not null,
    ended_at timestamptz,
    ended_reason text,
    state text not null default 'open' check (state in ('open', 'waiting', 'notified', 'unsupported', 'failed')),
    attempts integer not null default 0,
    failure jsonb,
    notified_at timestamptz,
    requeued_at timestamptz,
    primary key (tenant_id, id),
    foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade,
    check ((state = 'open') = (ended_at is null))
  )`.execute(db)
  await sql`create index product_sign_in_created on product_sign_in (tenant_id, created_at, id)`.execute(db)
  await sql`create index product_sign_in_domain on product_sign_in
    (tenant_id, tenant_url_id, created_at, id)`.execute(db)
  await sql`create index product_sign_in_user on product_sign_in (user_id, tenant_id)`.execute(db)
  await sql`create unique index product_sign_in_open on product_sign_in (tenant_id, session_hash, tenant_url_id, sid)
    where state = 'open'`.execute(db)
  await sql`create index product_sign_in_session on product_sign_in (session_hash)
    where session_hash is not null`.execute(db)
  await sql`create index product_sign_in_ended on product_sign_in (ended_at) where state <> 'open'`.execute(
    db,
  )
  await confineToTenants(db, 'product_sign_in')
  await grant(db, 'product_sign_in', { atrium_platform: ['select'], atrium_system: everything })
}

/** Ends sign-ins to products when their session of the suite ends, and queues the notices. */
async function addFunctions(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create function queue_product_sign_outs(ids text[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.queue_job('product-sign-out', jsonb_build_object('tenantId', p.tenant_id, 'id', p.id), p.id,
        d.software_id, now())
      from public.product_sign_in p
      join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
      where p.id = any (ids) and p.state = 'waiting';
    end $$`.execute(db)
  await sql`revoke execute on function queue_product_sign_outs from public`.execute(db)
  await sql`grant execute on function queue_product_sign_outs to atrium_system`.execute(db)
  await sql`create function end_product_sign_ins(ids text[], reason text) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      with open as (
        select p.tenant_id, p.id, d.logout_url
        from public.product_sign_in p
        join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
        where p.id = any (ids) and p.state = 'open' order by p.tenant_id, p.id for update of p
      )
      update public.product_sign_in p set ended_at = now(), ended_reason = reason,
        state = case open.logout_url when '' then 'unsupported' else 'waiting' end
      from open where p.tenant_id = open.tenant_id and p.id = open.id;
      perform public.queue_product_sign_outs(ids);
    end $$`.execute(db)
  await sql`revoke execute on function end_product_sign_ins from public`.execute(db)
  await sql`grant execute on function end_product_sign_ins to atrium_system`.execute(db)
  await sql`create function note_session_end() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.end_product_sign_ins(array_agg(id), new.ended_reason)
      from public.product_sign_in where session_hash = new.token_hash and state = 'open' having count(*) > 0;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_session_end from public`.execute(db)
  await sql`create function check_product_sign_ins() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.queue_job('product-sign-out', jsonb_build_object('tenantId', p.tenant_id, 'id', p.id),
        p.id || ' check', d.software_id, now())
      from new_rows n
      join public.product_sign_in p
        on p.tenant_id = n.tenant_id and p.tenant_url_id = n.tenant_url_id and p.user_id = n.user_id
      join public.tenant_url d on d.tenant_id = p.tenant_id and d.id = p.tenant_url_id
      where p.state = 'open';
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function check_product_sign_ins from public`.execute(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
  await sql`create trigger session_ended after update of ended_at on session for each row
    when (old.ended_at is null and new.ended_at is not null) execute function note_session_end()`.execute(db)
  for (const act of ['insert', 'update'])
    await sql`create trigger ${sql.id(`check_sign_ins_${act}`)} after ${sql.raw(act)} on product_access
      referencing new table as new_rows for each statement execute function check_product_sign_ins()`.execute(
      db,
    )
}
