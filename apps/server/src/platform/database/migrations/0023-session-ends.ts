import { type Kysely, sql } from 'kysely'

/** What sessions are told apart by, and an end to them that no use puts off. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table session
    add column id text not null default gen_random_uuid()::text,
    add column administrator boolean not null default false`.execute(db)
  await sql`create unique index session_id on session (id)`.execute(db)
  // Its functions belong to atrium_system, which may otherwise make nothing here.
  await sql`grant create on schema public to atrium_system`.execute(db)
  await sql`set local role atrium_system`.execute(db)
  await findSession(db)
  await findSessionOfBefore(db)
  await sql`reset role`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}

/**
 * Answers whom a session belongs to and what they hold, and moves its expiry on, to its end at most. How long a
 * session lives in all is counted from its sign-in by the limits of now: that of administrators for whoever holds a
 * menu, or has held one at any call of the session.
 */
async function findSession(db: Kysely<unknown>): Promise<void> {
  await sql`create function find_session(hash text, administrators interval, others interval) returns table (
      state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
      menus text[], memberships jsonb)
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    #variable_conflict use_column
    begin
      return query
      with limits as (
        select case when validity_time > 0 then make_interval(mins => validity_time) end as validity
        from safe_strategy where id = 1
      ), held as (
        select tenant_id, bool_or(super_admin) as super_admin, held_menus(array_agg(role_id)) as menus
        from open_role where user_id = (select user_id from session where token_hash = hash)
        group by tenant_id
      ), now_held as (
        select exists (select from held where super_admin or cardinality(menus) > 0) as administrator
      ), found as (
        select s.*, now_held.administrator as holds_menus,
          s.created_at + case when s.administrator or now_held.administrator then administrators else others end
            as ends_at
        from session s, now_held where s.token_hash = hash
      ), used as (
        update session s set last_seen_at = now(), administrator = s.administrator or found.holds_menus,
          expires_at = least(coalesce(now() + limits.validity, 'infinity'), found.ends_at)
        from limits, found
        where s.token_hash = found.token_hash and s.ended_at is null and s.expires_at > now()
          -- Seldom, so that reading does not become writing; often enough for the shortest validity.
          and (s.last_seen_at < now() - least(interval '1 minute', limits.validity / 10)
            or found.holds_menus and not s.administrator
            -- Its end stays, whatever becomes of limits and roles.
            or found.ends_at <= now())
      )
      select case when s.ended_reason = 'signed-out' then 'signed-out'
                  when s.ended_at is not null or u.status <> '0' then 'ended'
                  when least(s.expires_at, s.ends_at) <= now() then 'expired'
                  else 'good' end,
        u.id, u.user_name, u.language, p.tenant_id is not null, coalesce(p.super_admin, false),
        coalesce(p.menus, '{}'),
        (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                   order by t.join_date, t.tenant_id), '[]')
         from tenant_user t left join held h on h.tenant_id = t.tenant_id
         where t.user_id = u.id and t.enabled = 0)
      from found s join app_user u on u.id = s.user_id left join held p on p.tenant_id = '0';
    end $$`.execute(db)
}

/** What the version before asks: it knows no limits, so that the usual ones count. */
async function findSessionOfBefore(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function find_session(hash text) returns table (
      state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
      menus text[], memberships jsonb)
    language plpgsql volatile security definer set search_path = pg_catalog, public, pg_temp as $$
    begin
      return query select * from find_session(hash, interval '12 hours', interval '720 hours');
    end $$`.execute(db)
}
