import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { confineToTenants } from './tenant-table.ts'

/**
 * Stores what products know of the users' rights. Triggers note each change of rights and queue its notification. The
 * version before makes the same changes, and so notes them too.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addQueueJob(db)
  await addTable(db)
  await addNotes(db)
  await addTriggers(db)
  await sql`select confine_definers()`.execute(db)
}

/** Moves the body of `queue_message`, which the new queue needs too, to a function of its own. */
async function addQueueJob(db: Kysely<unknown>): Promise<void> {
  await sql`create function queue_job(queue_name text, body jsonb, key text, group_key text, due timestamptz) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      insert into pgboss.job (name, data, singleton_key, group_id, start_after, keep_until, policy, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, expire_seconds, deletion_seconds, heartbeat_seconds)
      select q.name, body, key, group_key, due, due + make_interval(secs => q.retention_seconds), q.policy,
        q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
        q.heartbeat_seconds
      from pgboss.queue q where q.name = queue_name
      on conflict do nothing;
      if found and due <= now() then
        -- The channel is pg-boss's own: pgboss_ and the hash of its schema's name.
        perform pg_notify('pgboss_' || left(encode(sha224('pgboss'), 'hex'), 24), queue_name);
      end if;
    end $$`.execute(db)
  await sql`revoke execute on function queue_job from public`.execute(db)
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create or replace function queue_message(kind text, tenant text, message text, due timestamptz default now()) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.queue_job(
        'message-' || kind, jsonb_build_object('tenantId', tenant, 'id', message), message, null, due);
    end $$`.execute(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await sql`create table product_access (
    tenant_id text not null references tenant (id) on delete cascade,
    tenant_url_id text not null,
    user_id text not null references app_user (id) on delete cascade,
    version bigint not null default (extract(epoch from clock_timestamp()) * 1000)::bigint,
    state text not null default 'waiting' check (state in ('waiting', 'notified', 'unsupported', 'failed')),
    changed_at timestamptz not null default now(),
    notified_version bigint,
    notified_at timestamptz,
    attempts integer not null default 0,
    failure jsonb,
    primary key (tenant_id, tenant_url_id, user_id),
    foreign key (tenant_id, tenant_url_id) references tenant_url (tenant_id, id) on delete cascade
  )`.execute(db)
  await sql`create index product_access_user on product_access (user_id)`.execute(db)
  await sql`create index product_access_waiting on product_access
    (tenant_id, tenant_url_id, attempts, changed_at) where state = 'waiting'`.execute(db)
  await sql`create index product_access_failed on product_access (changed_at) where state = 'failed'`.execute(
    db,
  )
  await confineToTenants(db, 'product_access')
  await grant(db, 'product_access', {
    atrium_platform: ['select'],
    atrium_tenant: ['select'],
    atrium_system: ['select', 'insert', 'update'],
  })
}

/** Adds the functions. Only their owner may call them, except the one by which the server queues a domain again. */
async function addNotes(db: Kysely<unknown>): Promise<void> {
  await sql`create function queue_access_notices(tenants text[], domains text[], due timestamptz default now()) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.queue_job('product-access', jsonb_build_object('tenantId', d.tenant_id, 'id', d.id),
        d.id || ' ' || pg_current_xact_id(), d.software_id, due)
      from public.tenant_url d
      where d.has_api and (d.tenant_id, d.id) in (select * from unnest(tenants, domains));
    end $$`.execute(db)
  await sql`revoke execute on function queue_access_notices from public`.execute(db)
  await sql`grant execute on function queue_access_notices to atrium_system`.execute(db)
  await sql`create function note_access(tenants text[], domains text[], users text[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      noted_tenants text[];
      noted_domains text[];
    begin
      with noted as (
        insert into public.product_access as a (tenant_id, tenant_url_id, user_id)
        select distinct c.tenant_id, d.id, c.user_id
        from unnest(tenants, domains, users) as c (tenant_id, domain, user_id)
        join public.tenant_url changed on changed.tenant_id = c.tenant_id and changed.id = c.domain
        join public.tenant_url d
          on d.tenant_id = changed.tenant_id and d.software_id = changed.software_id and d.has_api
        where d.id = changed.id or exists (select from public.product_access known
          where known.tenant_id = d.tenant_id and known.tenant_url_id = d.id and known.user_id = c.user_id)
        order by 1, 2, 3
        on conflict (tenant_id, tenant_url_id, user_id) do update
          set version = greatest(a.version + 1, excluded.version), state = 'waiting', changed_at = now(), attempts = 0,
            failure = null
        returning tenant_id, tenant_url_id
      )
      select array_agg(tenant_id), array_agg(tenant_url_id) into noted_tenants, noted_domains from noted;
      if noted_tenants is not null then
        perform public.queue_access_notices(noted_tenants, noted_domains);
      end if;
    end $$`.execute(db)
  await sql`revoke execute on function note_access from public`.execute(db)
  await sql`create function note_study_access(tenants text[], links text[], members text[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.note_access(array_agg(l.tenant_id), array_agg(l.tenant_url_id), array_agg(m.user_id))
      from unnest(tenants, links, members) as c (tenant_id, link, member)
      join public.study_url l on l.tenant_id = c.tenant_id and l.id = c.link
      join public.tenant_user m on m.tenant_id = c.tenant_id and m.id = c.member
      having count(*) > 0;
    end $$`.execute(db)
  await sql`revoke execute on function note_study_access from public`.execute(db)
  await sql`create function note_member_access(tenants text[], users text[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.note_access(array_agg(n.tenant_id), array_agg(n.tenant_url_id), array_agg(n.user_id))
      from (
        select a.tenant_id, a.tenant_url_id, a.user_id
        from unnest(tenants, users) as c (tenant_id, user_id)
        join public.product_access a on a.tenant_id = c.tenant_id and a.user_id = c.user_id
        union
        select l.tenant_id, l.tenant_url_id, m.user_id
        from unnest(tenants, users) as c (tenant_id, user_id)
        join public.tenant_user m on m.tenant_id = c.tenant_id and m.user_id = c.user_id
        join public.study_user s on s.tenant_id = m.tenant_id and s.tenant_user_id = m.id
        join public.study_url l on l.tenant_id = s.tenant_id and l.id = s.study_url_id
      ) n
      having count(*) > 0;
    end $$`.execute(db)
  await sql`revoke execute on function note_member_access from public`.execute(db)
  await sql`create function note_licence_access(tenants text[], products text[]) returns void
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.note_access(array_agg(n.tenant_id), array_agg(n.tenant_url_id), array_agg(n.user_id))
      from (
        select a.tenant_id, a.tenant_url_id, a.user_id
        from unnest(tenants, products) as c (tenant_id, product)
        join public.tenant_url d on d.tenant_id = c.tenant_id and d.software_id = c.product
        join public.product_access a on a.tenant_id = d.tenant_id and a.tenant_url_id = d.id
        union
        select l.tenant_id, l.tenant_url_id, m.user_id
        from unnest(tenants, products) as c (tenant_id, product)
        join public.study_url l on l.tenant_id = c.tenant_id and l.software_id = c.product
        join public.study_user s on s.tenant_id = l.tenant_id and s.study_url_id = l.id
        join public.tenant_user m on m.tenant_id = s.tenant_id and m.id = s.tenant_user_id
      ) n
      having count(*) > 0;
    end $$`.execute(db)
  await sql`revoke execute on function note_licence_access from public`.execute(db)
  await sql`create function note_study_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op <> 'INSERT' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from old_rows where tenant_user_id is not null having count(*) > 0;
      end if;
      if tg_op <> 'DELETE' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from new_rows where tenant_user_id is not null having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_study_user from public`.execute(db)
  await sql`create function note_product_authorization() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from old_rows where tenant_user_id is not null having count(*) > 0;
      else
        perform public.note_study_access(
          array_agg(n.tenant_id), array_agg(n.study_url_id), array_agg(n.tenant_user_id))
        from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        where n.tenant_user_id is not null and (n.state = 'accepted' and o.state <> 'accepted'
          or n.accepted_grants is distinct from o.accepted_grants)
        having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_product_authorization from public`.execute(db)
  await sql`create function note_tenant_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'DELETE' then
        perform public.note_member_access(array_agg(tenant_id), array_agg(user_id))
        from old_rows having count(*) > 0;
      else
        perform public.note_member_access(array_agg(n.tenant_id), array_agg(n.user_id))
        from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        where n.enabled <> o.enabled having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_tenant_user from public`.execute(db)
  await sql`create function note_app_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.note_member_access(array_agg(m.tenant_id), array_agg(m.user_id))
      from new_rows n join old_rows o on o.id = n.id join public.tenant_user m on m.user_id = n.id
      where n.status <> o.status having count(*) > 0;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_app_user from public`.execute(db)
  await sql`create function note_tenant_software() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op = 'INSERT' then
        perform public.note_licence_access(array_agg(tenant_id), array_agg(software_id))
        from new_rows having count(*) > 0;
      elsif tg_op = 'DELETE' then
        perform public.note_licence_access(array_agg(tenant_id), array_agg(software_id))
        from old_rows having count(*) > 0;
      else
        perform public.note_licence_access(array_agg(n.tenant_id), array_agg(n.software_id))
        from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
        where n.is_enable <> o.is_enable having count(*) > 0;
      end if;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_tenant_software from public`.execute(db)
  await sql`create function note_study_url() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      perform public.note_access(array_agg(n.tenant_id), array_agg(d.id), array_agg(m.user_id))
      from new_rows n
      join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      cross join lateral (values (o.tenant_url_id), (n.tenant_url_id)) as d (id)
      join public.study_user s on s.tenant_id = n.tenant_id and s.study_url_id = n.id
      join public.tenant_user m on m.tenant_id = s.tenant_id and m.id = s.tenant_user_id
      where n.tenant_url_id <> o.tenant_url_id having count(*) > 0;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_study_url from public`.execute(db)
  await sql`create function note_tenant_url() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    declare
      tenants text[];
      domains text[];
    begin
      select array_agg(n.tenant_id), array_agg(n.id) into tenants, domains
      from new_rows n join old_rows o on o.tenant_id = n.tenant_id and o.id = n.id
      where n.has_api and (n.api_url <> o.api_url
        or n.initialised_at is not null and n.initialised_at is distinct from o.initialised_at);
      if tenants is not null then
        update public.product_access set state = 'waiting', changed_at = now(), attempts = 0, failure = null
        where (tenant_id, tenant_url_id) in (select * from unnest(tenants, domains))
          and state in ('failed', 'unsupported');
        perform public.queue_access_notices(tenants, domains);
      end if;
      return null;
    end $$`.execute(db)
  await sql`revoke execute on function note_tenant_url from public`.execute(db)
}

async function addTriggers(db: Kysely<unknown>): Promise<void> {
  await sql`create trigger note_insert after insert on study_user
    referencing new table as new_rows for each statement execute function note_study_user()`.execute(db)
  await sql`create trigger note_update after update on study_user
    referencing old table as old_rows new table as new_rows for each statement execute function note_study_user()`.execute(
    db,
  )
  await sql`create trigger note_delete after delete on study_user
    referencing old table as old_rows for each statement execute function note_study_user()`.execute(db)
  await sql`create trigger note_update after update on product_authorization
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_product_authorization()`.execute(db)
  await sql`create trigger note_delete after delete on product_authorization
    referencing old table as old_rows for each statement execute function note_product_authorization()`.execute(
    db,
  )
  await sql`create trigger note_update after update on tenant_user
    referencing old table as old_rows new table as new_rows for each statement execute function note_tenant_user()`.execute(
    db,
  )
  await sql`create trigger note_delete after delete on tenant_user
    referencing old table as old_rows for each statement execute function note_tenant_user()`.execute(db)
  await sql`create trigger note_update after update on app_user
    referencing old table as old_rows new table as new_rows for each statement execute function note_app_user()`.execute(
    db,
  )
  await sql`create trigger note_insert after insert on tenant_software
    referencing new table as new_rows for each statement execute function note_tenant_software()`.execute(db)
  await sql`create trigger note_update after update on tenant_software
    referencing old table as old_rows new table as new_rows
    for each statement execute function note_tenant_software()`.execute(db)
  await sql`create trigger note_delete after delete on tenant_software
    referencing old table as old_rows for each statement execute function note_tenant_software()`.execute(db)
  await sql`create trigger note_update after update on study_url
    referencing old table as old_rows new table as new_rows for each statement execute function note_study_url()`.execute(
    db,
  )
  await sql`create trigger note_update after update on tenant_url
    referencing old table as old_rows new table as new_rows for each statement execute function note_tenant_url()`.execute(
    db,
  )
}
