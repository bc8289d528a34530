import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

/** Lets a tenant's session read its own reviews only, and none of the platform's. */
const keepPlatformApart = (db: Kysely<unknown>, name: string) =>
  sql`alter policy tenant_select on ${sql.table(name)}
    using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))`.execute(db)

/** Adds access reviews, and the access that they are about with the decisions. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'access_review',
    sql`
    name text not null,
    study_id text not null default '',
    role_name text not null default '',
    reviewers text[] not null,
    first_day text not null,
    last_day text not null,
    duration integer not null,
    every_months integer not null default 0,
    unanswered text not null check (unanswered in ('revoke', 'keep')),
    state text not null default 'planned'
      check (state in ('planned', 'open', 'ended', 'closed', 'cancelled')),
    language text not null,
    owner_id text not null,
    previous_id text,
    reminded integer,
    opened_at timestamptz,
    ended_at timestamptz,
    closed_at timestamptz,
    closed_by text,
    closer_name text not null default '',
    conclusion text not null default '',
    result_sha256 text not null default ''`,
  )
  await sql`create index access_review_list on access_review (tenant_id, first_day, id)`.execute(db)
  await sql`create index access_review_active on access_review (state, first_day)
    where state in ('planned', 'open')`.execute(db)
  await tenantTable(
    db,
    'access_review_item',
    sql`
    review_id text not null,
    row_id text not null,
    kind text not null check (kind in ('system', 'member', 'role', 'study')),
    user_id text not null,
    full_name text not null,
    user_name text not null,
    study_id text,
    site_id text,
    software_id text,
    is_rtsm boolean not null,
    shown jsonb not null,
    last_sign_in timestamptz,
    unusual text[] not null,
    reviewer_id text,
    answer text check (answer in ('confirm', 'change', 'revoke')),
    answer_until text not null default '',
    answer_unlimited boolean not null default false,
    answer_role_id text not null default '',
    answer_role text not null default '',
    answer_reason text not null default '',
    answered_by text,
    answerer_name text not null default '',
    answered_at timestamptz,
    applied text check (applied in ('pending', 'done', 'failed')),
    failure jsonb,
    constraint access_review_item_row unique (tenant_id, review_id, row_id),
    constraint access_review_item_review_fkey
      foreign key (tenant_id, review_id) references access_review (tenant_id, id)`,
  )
  await sql`create index access_review_item_list on access_review_item
    (tenant_id, review_id, full_name collate "zh-x-icu", id)`.execute(db)
  await sql`create index access_review_item_reviewer on access_review_item (reviewer_id, tenant_id, review_id)`.execute(
    db,
  )
  await sql`create index access_review_item_pending on access_review_item (answered_at)
    where applied = 'pending'`.execute(db)
  for (const name of ['access_review', 'access_review_item']) {
    await keepPlatformApart(db, name)
    await grant(db, name, {
      atrium_platform: ['select', 'insert', 'update'],
      atrium_tenant: ['select', 'insert', 'update'],
      atrium_system: ['select', 'insert', 'update'],
    })
  }
}
