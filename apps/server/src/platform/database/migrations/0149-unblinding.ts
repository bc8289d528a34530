import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/**
 * Adds the register of unblinded access. A trigger keeps it in step with the grants, so that no path leaves one out.
 * Access that exists is entered as granted without an approval, and so is what the version before grants.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addTable(db)
  await addReconciliation(db)
  await sql`select confine_definers()`.execute(db)
  await enterExisting(db)
}

async function addTable(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'unblinding',
    sql`
    study_url_id text not null,
    study_id text not null,
    software_id text not null,
    study_name text not null,
    study_code text not null,
    person_name text not null,
    user_id text,
    tenant_user_id text,
    invitation_id text,
    grants jsonb not null,
    language text not null,
    state text not null default 'requested'
      check (state in ('requested', 'approved', 'declined', 'withdrawn')),
    requested_by text,
    requester_name text not null default '',
    decided_by text,
    decider_name text not null default '',
    decided_at timestamptz,
    decision_reason text not null default '',
    began_at timestamptz,
    ended_at timestamptz,
    constraint unblinding_person check (num_nonnulls(tenant_user_id, invitation_id) > 0)`,
  )
  await sql`create index unblinding_register on unblinding (tenant_id, created_at, id)`.execute(db)
  await sql`create unique index unblinding_open on unblinding
  (tenant_id, study_url_id, coalesce(tenant_user_id, invitation_id)) where state = 'requested'`.execute(db)
  await sql`create index unblinding_grant on unblinding
  (tenant_id, study_url_id, coalesce(tenant_user_id, invitation_id)) where state = 'approved' and ended_at is null`.execute(
    db,
  )
  await sql`create index unblinding_invitation on unblinding
  (tenant_id, invitation_id) where invitation_id is not null`.execute(db)
  await grant(db, 'unblinding', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
}

async function addReconciliation(db: Kysely<unknown>): Promise<void> {
  await sql`create function reconcile_unblinding(tenants text[], links text[], people text[]) returns void
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
  end $$`.execute(db)
  await sql`revoke execute on function reconcile_unblinding from public`.execute(db)
  await sql`create function note_unblinding() returns trigger
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
  end $$`.execute(db)
  await sql`revoke execute on function note_unblinding from public`.execute(db)
  await sql`create trigger note_unblinding_insert after insert on product_authorization
  referencing new table as new_rows for each statement execute function note_unblinding()`.execute(db)
  await sql`create trigger note_unblinding_update after update on product_authorization
  referencing new table as new_rows for each statement execute function note_unblinding()`.execute(db)
  await sql`create trigger note_unblinding_delete after delete on product_authorization
  referencing old table as old_rows for each statement execute function note_unblinding()`.execute(db)
}

/** Enters the unblinded access that exists. Only the owner of the function sees the rows. */
async function enterExisting(db: Kysely<unknown>): Promise<void> {
  await sql`set local role atrium_definer`.execute(db)
  await sql`select reconcile_unblinding(
    array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
    from product_authorization where tenant_user_id is not null having count(*) > 0`.execute(db)
  await sql`reset role`.execute(db)
}
