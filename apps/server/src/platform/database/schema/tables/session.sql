-- Signed-in browsers. The token itself is stored nowhere.
create table session (
  -- SHA-256 of the token, hex. No response contains it, because people identify sessions by id.
  token_hash text primary key,
  user_id text not null references app_user (id),
  created_at timestamptz not null default now(),
  -- Expiry, which moves forward while the session is used, until its lifetime is over.
  expires_at timestamptz not null,
  last_seen_at timestamptz not null default now(),
  ended_at timestamptz,
  -- 'signed-out', 'other-session' (by the user in another session), 'password', 'locked', 'role' or
  -- 'administrator'.
  ended_reason text,
  address text not null default '',
  user_agent text not null default '',
  id text not null default gen_random_uuid()::text,
  -- Whether the user had a menu at any call, which gives the session an administrator's lifetime.
  administrator boolean not null default false,
  -- How the user signed in (RFC 8176); empty if another identity provider signed them in.
  methods text[] not null default '{}'
);

create index session_user_id on session (user_id);
create index session_expires_at on session (expires_at);
create unique index session_id on session (id);

grant select, update on session to atrium_platform;
grant select, insert, update, delete on session to atrium_system;

-- Returns the user of a session and what the user may do, and extends the session. Every call starts with this,
-- before it sets a role. A session ends after as many minutes without a call as the strategy says, and at the latest
-- when its lifetime is over. Users who have a menu, or had one at any call of the session, have the lifetime of
-- administrators. The last use is written at most once a minute, so a session lasts one more minute when the
-- strategy's minutes are shortened.
create function find_session(hash text, administrators interval, others interval) returns table (
    state text, user_id text, user_name text, language text, platform boolean, super_admin boolean,
    menus text[], memberships jsonb)
  language plpgsql volatile security definer set search_path = pg_catalog, pg_temp as $$
  #variable_conflict use_column
  declare
    asked record;
    roles record;
    ends_at timestamptz;
    over_at timestamptz;
  begin
    select s.*, u.user_name, u.language, u.status, l.id is not null as has_limits,
      case when l.validity_time > 0 then make_interval(mins => l.validity_time) end as validity
    into asked
    from public.session s join public.app_user u on u.id = s.user_id left join public.safe_strategy l on l.id = 1
    where s.token_hash = hash;
    if not found then
      return;
    end if;
    select * into roles from public.rights_of(asked.user_id);
    ends_at := asked.created_at
      + case when asked.administrator or roles.holds_menus then administrators else others end;
    over_at := least(asked.expires_at, asked.last_seen_at + interval '1 minute' + asked.validity, ends_at);
    return query select
      case when asked.ended_reason = 'signed-out' then 'signed-out'
           when asked.ended_at is not null or asked.status <> '0' then 'ended'
           when over_at <= now() then 'expired'
           else 'good' end,
      asked.user_id, asked.user_name, asked.language, roles.platform, roles.super_admin, roles.menus, roles.memberships;
    if not asked.has_limits or asked.ended_at is not null or asked.expires_at <= now() then
      return;
    end if;
    if over_at <= now() then
      -- A session that has ended stays ended, even if strategy, limits or roles change.
      update public.session s set expires_at = over_at
      where s.token_hash = hash and s.last_seen_at = asked.last_seen_at and s.expires_at > over_at;
    -- The use is written seldom, so that reads do not become writes, but often enough for the shortest validity. It
    -- is written at once when the strategy has changed.
    elsif asked.last_seen_at < now() - least(interval '1 minute', asked.validity / 10)
      or asked.expires_at <> least(coalesce(asked.last_seen_at + asked.validity, 'infinity'), ends_at)
      or roles.holds_menus and not asked.administrator then
      update public.session s set last_seen_at = now(), administrator = s.administrator or roles.holds_menus,
        expires_at = least(coalesce(now() + asked.validity, 'infinity'), ends_at)
      where s.token_hash = hash and s.ended_at is null and s.expires_at > now();
    end if;
  end $$;
revoke execute on function find_session from public;
grant execute on function find_session to atrium_system;
