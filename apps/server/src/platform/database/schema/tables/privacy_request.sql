-- Requests to pseudonymise a person: who asked for it and why, and who decided. Rows are never deleted. created_at is the
-- time of the request.
create table privacy_request (
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  id text primary key,
  user_id text not null references app_user (id),
  -- Who wants it: the person, a tenant, or the platform because the purpose has ended.
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
  -- The person's name from then on; '' unless approved.
  pseudonym text not null default ''
);

create index privacy_request_created_at on privacy_request (created_at, id);
-- Nobody has two open requests.
create unique index privacy_request_open on privacy_request (user_id) where state = 'requested';

grant select, insert, update on privacy_request to atrium_platform, atrium_system;
