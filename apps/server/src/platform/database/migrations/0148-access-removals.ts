import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { confineToTenants } from './tenant-table.ts'

/** Notes which users lost all or some of their authorizations in a study, until the product has confirmed it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table product_access_removal (
    tenant_id text not null,
    study_url_id text not null,
    user_id text not null,
    tenant_url_id text not null,
    version bigint not null,
    removed_at timestamptz not null default now(),
    primary key (tenant_id, study_url_id, user_id),
    foreign key (tenant_id, study_url_id) references study_url (tenant_id, id) on delete cascade,
    foreign key (tenant_id, tenant_url_id, user_id)
      references product_access (tenant_id, tenant_url_id, user_id) on delete cascade
  )`.execute(db)
  await sql`create index product_access_removal_access on product_access_removal
    (tenant_id, tenant_url_id, user_id)`.execute(db)
  await sql`create index product_access_removal_of_study on product_access_removal
    (tenant_id, study_url_id, removed_at, user_id)`.execute(db)
  await confineToTenants(db, 'product_access_removal')
  await grant(db, 'product_access_removal', {
    atrium_platform: ['select'],
    atrium_tenant: ['select'],
    atrium_system: ['select', 'insert', 'update', 'delete'],
  })
  await replaceNotes(db)
}

/**
 * Makes the trigger on authorizations note the study of each deleted row. Rights that are notified again get a new
 * version, because a product may return its earlier response to a content that it knows.
 */
async function replaceNotes(db: Kysely<unknown>): Promise<void> {
  await sql`grant create on schema public to atrium_definer`.execute(db)
  await sql`set local role atrium_definer`.execute(db)
  await sql`create or replace function note_study_user() returns trigger
    language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
    begin
      if tg_op <> 'INSERT' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from old_rows where tenant_user_id is not null having count(*) > 0;
      end if;
      if tg_op <> 'DELETE' then
        perform public.note_study_access(array_agg(tenant_id), array_agg(study_url_id), array_agg(tenant_user_id))
        from new_rows where tenant_user_id is not null having count(*) > 0;
      else
        insert into public.product_access_removal (tenant_id, study_url_id, user_id, tenant_url_id, version)
        select distinct l.tenant_id, l.id, a.user_id, a.tenant_url_id, a.version
        from old_rows o
        join public.study_url l on l.tenant_id = o.tenant_id and l.id = o.study_url_id
        join public.tenant_url d on d.tenant_id = l.tenant_id and d.id = l.tenant_url_id and d.has_api
        join public.tenant_user m on m.tenant_id = o.tenant_id and m.id = o.tenant_user_id
        join public.product_access a
          on a.tenant_id = d.tenant_id and a.tenant_url_id = d.id and a.user_id = m.user_id
        order by 1, 2, 3
        on conflict (tenant_id, study_url_id, user_id) do update
          set tenant_url_id = excluded.tenant_url_id, version = excluded.version, removed_at = now();
      end if;
      return null;
    end $$`.execute(db)
  await sql`create or replace function note_tenant_url() returns trigger
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
        update public.product_access set state = 'waiting', changed_at = now(), attempts = 0, failure = null,
          version = greatest(version + 1, (extract(epoch from clock_timestamp()) * 1000)::bigint)
        where (tenant_id, tenant_url_id) in (select * from unnest(tenants, domains))
          and state in ('failed', 'unsupported');
        perform public.queue_access_notices(tenants, domains);
      end if;
      return null;
    end $$`.execute(db)
  await sql`set local role none`.execute(db)
  await sql`revoke create on schema public from atrium_definer`.execute(db)
}
