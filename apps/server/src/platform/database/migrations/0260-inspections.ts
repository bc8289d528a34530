import { type Kysely, type RawBuilder, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Adds inspections, whose accounts read records of the named studies only. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await addInspections(db)
  await addStudiesOfSession(db)
  await addRights(db)
}

async function addInspections(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'inspection',
    sql`
    study_ids text[] not null,
    authority text not null,
    inspector_name text not null,
    email text not null,
    user_id text not null references app_user (id),
    purpose text not null,
    access_from timestamptz not null,
    access_until timestamptz not null,
    opened_by text not null,
    opener_name text not null,
    unblinding text not null default 'none' check (unblinding in ('none', 'requested', 'approved', 'declined')),
    unblinding_reason text not null default '',
    decided_by text,
    decider_name text not null default '',
    decided_at timestamptz,
    decision_reason text not null default '',
    closed_at timestamptz,
    closed_by text,
    closer_name text not null default ''`,
  )
  await sql`create index inspection_list on inspection (tenant_id, created_at, id)`.execute(db)
  await sql`create unique index inspection_account on inspection (tenant_id, user_id) where closed_at is null`.execute(
    db,
  )
  await sql`create index inspection_user on inspection (user_id)`.execute(db)
  await sql`create index inspection_due on inspection (access_until) where closed_at is null`.execute(db)
  await grant(db, 'inspection', {
    atrium_platform: ['select', 'insert', 'update'],
    atrium_tenant: ['select', 'insert', 'update'],
    atrium_system: ['select', 'insert', 'update'],
  })
}

/** Hides all other rows from the session of an inspector. Every other session passes the first branch. */
const inspected = (condition: RawBuilder<unknown>) =>
  sql`(case when (select app_studies()) is null then true else ${condition} end)`

async function addStudiesOfSession(db: Kysely<unknown>): Promise<void> {
  await sql`create function app_studies() returns text[]
    language sql stable parallel safe
    return nullif(current_setting('app.studies', true), '')::text[]`.execute(db)
  const isIn = (column: string) => sql`${sql.ref(column)} = any ((select app_studies())::text[])`
  const ofReview = (table: string) => sql`exists (select from trail_review r
    where r.tenant_id = ${sql.ref(`${table}.tenant_id`)} and r.id = ${sql.ref(`${table}.review_id`)})`
  const conditions = {
    study: isIn('id'),
    study_site: isIn('study_id'),
    study_url: isIn('study_id'),
    unblinding: isIn('study_id'),
    audit_event: isIn('study_id'),
    access_review: isIn('study_id'),
    access_review_item: isIn('study_id'),
    trail_review: isIn('study_id'),
    trail_review_look: ofReview('trail_review_look'),
    trail_review_finding: ofReview('trail_review_finding'),
  }
  for (const [table, condition] of Object.entries(conditions))
    await sql`create policy inspected on ${sql.table(table)} as restrictive for select to atrium_tenant
      using (${inspected(condition)})`.execute(db)
}

async function addRights(db: Kysely<unknown>): Promise<void> {
  await sql`create or replace function rights_of(who text) returns table (
        platform boolean, super_admin boolean, menus text[], holds_menus boolean, memberships jsonb)
      language sql stable as $$
        with held as materialized (
          select o.tenant_id, o.super_admin, case when o.super_admin then '{}' else array(
              select m.code from public.role_menu h join public.open_menu m on m.id = h.menu_id
              where h.role_id = o.role_id and m.code is not null) end as menus
          from public.open_role o where o.user_id = who
        )
        select p.tenant_id is not null, coalesce(p.super_admin, false), coalesce(p.menus, '{}'),
          exists (select from held where super_admin or cardinality(menus) > 0),
          (select coalesce(jsonb_agg(jsonb_build_object('tenantId', t.tenant_id, 'menus', coalesce(h.menus, '{}'))
                                     order by t.join_date, t.tenant_id), '[]')
           from public.tenant_user t left join held h on h.tenant_id = t.tenant_id
           where t.user_id = who and t.enabled = 0 and public.in_period(t.access_from, t.access_until))
          || (select coalesce(jsonb_agg(jsonb_build_object('tenantId', i.tenant_id, 'menus', '{}'::text[],
               'inspection', jsonb_build_object('id', i.id, 'studyIds', i.study_ids, 'authority', i.authority,
                 'inspectorName', i.inspector_name, 'isCurrent', public.in_period(i.access_from, i.access_until)))), '[]')
             from public.inspection i where i.user_id = who and i.closed_at is null)
        from (select) as one left join held p on p.tenant_id = '0' $$`.execute(db)
}
