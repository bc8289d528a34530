-- Electronic signatures. Each signs the change of one event of the trail, which contains the same facts. Like an event,
-- a signature is added once and stays when its tenant is deleted.
create table signature (
  -- Tenant of the event.
  tenant_id text not null,
  id text collate "C" not null,
  -- Instant of signing, as printed and signed.
  at timestamptz not null,
  -- The signer, with account and printed name at that time.
  user_id text not null,
  user_name text not null,
  printed_name text not null,
  meaning text not null check (meaning in ('author', 'reviewer', 'approver')),
  -- 'both': user name and password, as at the first signature of a session. 'secret': the password alone.
  components text not null check (components in ('both', 'secret')),
  -- The session's id, not its token.
  session_id text not null,
  entity text not null,
  entity_id text not null,
  event_id text collate "C" not null,
  event_sequence bigint not null,
  -- Hash over the record as the event contains it, hex, and its algorithm.
  algorithm text not null,
  hash text not null,
  -- Hash over signed content outside the event; '' without any.
  content_hash text not null default '',
  -- Signature of the deployment's key over all of this, base64url.
  proof text not null,
  primary key (tenant_id, id)
);

create unique index signature_event on signature (tenant_id, event_id);
-- Finds whether a session has signed before.
create index signature_session on signature (session_id);
create index signature_user on signature (user_id, at);
-- Finds the signature on the result of an access review.
create index signature_entity on signature (tenant_id, entity, entity_id);

alter table signature enable row level security, force row level security;
create policy unconfined on signature to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on signature for select to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on signature for insert to atrium_tenant
  with check (tenant_id = any ((select app_tenants())::text[]));
-- Row-level security applies to the owner too.
create policy owner_select on signature for select to current_user using (true);

grant select on signature to atrium_platform, atrium_tenant, atrium_system;
-- Only the database sets the number of the event.
grant insert (tenant_id, id, at, user_id, user_name, printed_name, meaning, components, session_id, entity, entity_id,
  event_id, algorithm, hash, content_hash, proof) on signature to atrium_platform, atrium_tenant, atrium_system;

-- Adds the number of the event. Fails if there is no event that contains the signature.
create function stamp_signature() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    select e.sequence into strict new.event_sequence from public.audit_event e
    where e.tenant_id = new.tenant_id and e.id = new.event_id and e.after -> 'signature' ->> 'id' = new.id;
    return new;
  end $$;
revoke execute on function stamp_signature from public;

create trigger stamp before insert on signature
  for each row execute function stamp_signature();

create function keep_signature() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
  begin
    raise exception 'a signature can be neither changed nor removed' using errcode = '42501';
  end $$;
revoke execute on function keep_signature from public;

create trigger keep before update or delete or truncate on signature
  for each statement execute function keep_signature();
