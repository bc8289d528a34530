-- Attempts to send a message, and its expiry. Partitioned by the message's id, like the messages.
create table message_attempt (
  tenant_id text not null,
  id text collate "C" not null,
  message_id text collate "C" not null,
  at timestamptz not null default now(),
  -- Null during the attempt. It stays null if the process died and the outcome is unknown.
  outcome text check (outcome in ('delivered', 'deferred', 'unreachable', 'refused', 'expired', 'unanswered')),
  -- Response of the other server, without secrets.
  answer text not null default '',
  primary key (tenant_id, id, message_id),
  foreign key (tenant_id, message_id) references message (tenant_id, id) on delete cascade
) partition by range (message_id);

create index message_attempt_message on message_attempt (tenant_id, message_id, at);

alter table message_attempt enable row level security, force row level security;
create policy unconfined on message_attempt to atrium_platform, atrium_system using (true) with check (true);

grant select on message_attempt to atrium_platform;
grant select, insert, update on message_attempt to atrium_system;
