-- The register of unblinded access: who asked for it, for whom and what for, who allowed it, and from when until when it
-- applied. Rows are never deleted. created_at is the time of the request. A trigger on product_authorization enters when
-- access begins and ends, and adds what was granted on any other path.
create table unblinding (
  tenant_id text not null references tenant (id),
  id text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  row_version integer not null default 1,
  study_url_id text not null,
  -- The study, product and people as they were then. No foreign keys: the register outlives them.
  study_id text not null,
  software_id text not null,
  study_name text not null,
  study_code text not null,
  person_name text not null,
  user_id text,
  -- Exactly one of these until an invitation is accepted, which adds the tenant user.
  tenant_user_id text,
  invitation_id text,
  -- The whole grant, as in product_authorization.
  grants jsonb not null,
  language text not null,
  -- A withdrawn request was taken back, replaced by a later one, or belonged to an invitation that was withdrawn.
  state text not null default 'requested'
    check (state in ('requested', 'approved', 'declined', 'withdrawn')),
  requested_by text,
  requester_name text not null default '',
  -- Null with approved: granted without an approval, before approvals were required.
  decided_by text,
  decider_name text not null default '',
  decided_at timestamptz,
  decision_reason text not null default '',
  -- When the product accepted the grant, and when it was cancelled or replaced.
  began_at timestamptz,
  ended_at timestamptz,
  constraint unblinding_person check (num_nonnulls(tenant_user_id, invitation_id) > 0),
  primary key (tenant_id, id)
);

create index unblinding_id on unblinding (id);
-- For the register of a tenant, newest first.
create index unblinding_register on unblinding (tenant_id, created_at, id);
-- Nobody has two open requests for the same study and product.
create unique index unblinding_open on unblinding
  (tenant_id, study_url_id, coalesce(tenant_user_id, invitation_id)) where state = 'requested';
-- For the grants of a person, with which the trigger compares the register.
create index unblinding_grant on unblinding
  (tenant_id, study_url_id, coalesce(tenant_user_id, invitation_id)) where state = 'approved' and ended_at is null;
-- For the requests of an invitation.
create index unblinding_invitation on unblinding
  (tenant_id, invitation_id) where invitation_id is not null;

-- A tenant's session reads the rows of its tenants and of the platform, and writes only the rows of its tenants.
alter table unblinding enable row level security, force row level security;
create policy unconfined on unblinding to atrium_platform, atrium_system using (true) with check (true);
create policy tenant_select on unblinding for select to atrium_tenant
  using (tenant_id = any ((select app_tenants())::text[]));
create policy tenant_insert on unblinding for insert to atrium_tenant
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_update on unblinding for update to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))
  with check (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
create policy tenant_delete on unblinding for delete to atrium_tenant
  using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]));
-- An inspector's session reads the inspected studies only.
create policy inspected on unblinding as restrictive for select to atrium_tenant
  using (case when (select app_studies()) is null then true else study_id = any ((select app_studies())::text[]) end);

grant select, insert, update on unblinding to atrium_platform, atrium_tenant, atrium_system;

-- Compares the register with the grants of people in linked studies. The arrays are columns of one list; a person is a
-- tenant user, or an invitation that is not accepted yet. Ends what no longer applies, begins what the product accepted,
-- and adds accepted unblinded grants that nobody requested. Authorization style 1 is RTSM.
create function reconcile_unblinding(tenants text[], links text[], people text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    update public.unblinding u set ended_at = now(), updated_at = now(), row_version = u.row_version + 1
    from (select distinct * from unnest(tenants, links, people) as k (tenant_id, link, person)) k
    left join public.product_authorization a on a.tenant_id = k.tenant_id and a.study_url_id = k.link
      and coalesce(a.tenant_user_id, a.invitation_id) = k.person
    where u.tenant_id = k.tenant_id and u.study_url_id = k.link
      and coalesce(u.tenant_user_id, u.invitation_id) = k.person
      and u.state = 'approved' and u.ended_at is null
      and u.grants is distinct from a.accepted_grants
      and (u.began_at is not null or a.id is null
        or u.grants <> a.grants and u.grants is distinct from a.refused_grants);
    update public.unblinding u set began_at = now(), updated_at = now(), row_version = u.row_version + 1
    from unnest(tenants, links, people) as k (tenant_id, link, person)
    join public.product_authorization a on a.tenant_id = k.tenant_id and a.study_url_id = k.link
      and a.tenant_user_id = k.person
    where u.tenant_id = k.tenant_id and u.study_url_id = k.link and u.tenant_user_id = k.person
      and u.state = 'approved' and u.ended_at is null and u.began_at is null and u.grants = a.accepted_grants;
    insert into public.unblinding (tenant_id, id, study_url_id, study_id, software_id, study_name, study_code,
      person_name, user_id, tenant_user_id, grants, language, state, requested_by, requester_name, created_at, began_at)
    select distinct on (a.tenant_id, a.id) a.tenant_id, gen_random_uuid()::text, l.id, l.study_id, l.software_id,
      s.study_name, s.study_code, p.full_name, p.id, m.id, a.accepted_grants, a.language, 'approved', a.granted_by,
      coalesce(g.full_name, ''), a.updated_at, a.updated_at
    from unnest(tenants, links, people) as k (tenant_id, link, person)
    join public.product_authorization a on a.tenant_id = k.tenant_id and a.study_url_id = k.link
      and a.tenant_user_id = k.person
    join public.study_url l on l.tenant_id = a.tenant_id and l.id = a.study_url_id
    join public.software w on w.id = l.software_id and w.authorization_style = 1
    join public.study s on s.tenant_id = l.tenant_id and s.id = l.study_id
    join public.tenant_user m on m.tenant_id = a.tenant_id and m.id = a.tenant_user_id
    join public.app_user p on p.id = m.user_id
    left join public.app_user g on g.id = a.granted_by
    where jsonb_path_exists(a.accepted_grants, '$.roles[*] ? (@.isBlind == 0)')
      and not exists (select from public.unblinding u
        where u.tenant_id = a.tenant_id and u.study_url_id = a.study_url_id and u.tenant_user_id = a.tenant_user_id
          and u.state = 'approved' and u.ended_at is null and u.grants = a.accepted_grants);
  end $$;
revoke execute on function reconcile_unblinding from public;

create function note_unblinding() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
  begin
    if tg_op = 'DELETE' then
      perform public.reconcile_unblinding(array_agg(tenant_id), array_agg(study_url_id),
        array_agg(coalesce(tenant_user_id, invitation_id)))
      from old_rows having count(*) > 0;
    else
      perform public.reconcile_unblinding(array_agg(tenant_id), array_agg(study_url_id),
        array_agg(coalesce(tenant_user_id, invitation_id)))
      from new_rows having count(*) > 0;
    end if;
    return null;
  end $$;
revoke execute on function note_unblinding from public;

create trigger note_unblinding_insert after insert on product_authorization
  referencing new table as new_rows for each statement execute function note_unblinding();
create trigger note_unblinding_update after update on product_authorization
  referencing new table as new_rows for each statement execute function note_unblinding();
create trigger note_unblinding_delete after delete on product_authorization
  referencing old table as old_rows for each statement execute function note_unblinding();
