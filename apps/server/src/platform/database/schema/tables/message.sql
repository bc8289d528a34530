-- Outbox: SMS and e-mails, written in the transaction that causes them and sent by a worker. The table is partitioned
-- by id, which is a UUID of version 7: see partitions.sql.
create table message (
  tenant_id text not null default '0',
  id text collate "C" not null,
  kind text not null check (kind in ('email', 'sms')),
  template text not null,
  -- Product on whose behalf the message is sent; null for the suite itself.
  software_id text references software (id),
  recipient text not null,
  -- '' for an SMS.
  subject text not null default '',
  -- Encrypted under SECRET_KEY; null after it was wiped.
  body_encrypted text,
  language text not null,
  -- Identifies a repetition to the recipient's server: Message-ID or idempotency key.
  reference text not null,
  state text not null default 'waiting' check (state in ('waiting', 'sending', 'delivered', 'failed')),
  -- Number of attempts begun.
  send_count integer not null default 0,
  max_send_count integer not null check (max_send_count > 0),
  -- Always 'infinity', for servers of 0.1.0, which also use it to find pending messages.
  next_try_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  delivered_at timestamptz,
  -- Expiry of the code, key or password in the message; null if there is none.
  expires_at timestamptz,
  wiped_at timestamptz,
  -- When a user last had it sent again.
  resent_at timestamptz,
  primary key (tenant_id, id)
) partition by range (id);

create function message_search_text(recipient text, subject text) returns text
  language sql immutable strict parallel safe
  return recipient || e'\n' || subject;

-- For foreign keys, and for calls that identify a message only by its id.
create index message_id on message (id);
create index message_software_id on message (software_id) where software_id is not null;
-- For the worker: messages to send, and secrets to wipe.
create index message_due on message (kind, next_try_at) where state in ('waiting', 'sending');
create index message_expiring on message
  (expires_at) where expires_at is not null and body_encrypted is not null;
-- Sort order and filters of the list. Undelivered messages are few, but in several states.
create index message_created on message (kind, created_at, id);
create index message_software on message (kind, software_id, created_at, id);
create index message_state on message (kind, state, created_at, id);
create index message_not_delivered on message (kind, created_at) where state <> 'delivered';
-- The list is searched by these texts. The line breaks between them keep a keyword from matching across two texts.
create index message_search_folded on message
  using gin (search_runs(fold_text(message_search_text(recipient, subject))));
create index message_subject_search_folded on message
  using gin (search_runs(fold_text(subject))) where kind = 'email';

alter table message enable row level security, force row level security;
-- Any session may create a message. The platform reads and resends messages, and the server sends them.
create policy unconfined on message to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_insert on message for insert to atrium_tenant
  with check (tenant_id = any ((select app_tenants())::text[]));
-- PostgreSQL reads messages as the owner when it checks the foreign key of attempts in a new partition.
create policy partitioner_select on message for select to atrium_partitioner using (true);

grant select, insert, update on message to atrium_platform;
grant insert on message to atrium_tenant;
grant select, insert, update, delete on message to atrium_system;

-- Adds the job that sends a message, unless it has one already. Runs with the rights of its owner, so that a session
-- of a tenant can add these jobs. A job carries only the ids of the tenant and the message.
create function queue_message(kind text, tenant text, message text, due timestamptz default now()) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    perform public.queue_job(
      'message-' || kind, jsonb_build_object('tenantId', tenant, 'id', message), message, null, due);
  end $$;
revoke execute on function queue_message from public;
grant execute on function queue_message to atrium_platform, atrium_tenant, atrium_system;
