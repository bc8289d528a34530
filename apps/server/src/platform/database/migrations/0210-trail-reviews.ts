import { type Kysely, sql } from 'kysely'
import { grant } from './grant.ts'
import { tenantTable } from './tenant-table.ts'

const tables = ['trail_review', 'trail_review_look', 'trail_review_finding'] as const

/** Adds the reviews of the audit trail, with what was looked at and what was found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await tenantTable(
    db,
    'trail_review',
    sql`
    name text not null,
    study_id text not null default '',
    reviewers text[] not null,
    areas text[] not null,
    from_day text not null default '',
    due_day text not null,
    every_months integer not null default 0,
    state text not null default 'planned' check (state in ('planned', 'open', 'concluded', 'cancelled')),
    previous_id text,
    reminded integer,
    from_at timestamptz,
    until_at timestamptz,
    from_batch integer not null default 0,
    to_batch integer,
    first_sequence bigint,
    last_sequence bigint,
    seal_number integer,
    seal_sha256 text not null default '',
    seal_state text not null default '',
    concluded_at timestamptz,
    concluded_by text,
    concluder_name text not null default '',
    is_partial boolean not null default false,
    conclusion text not null default '',
    record text not null default '',
    record_sha256 text not null default ''`,
  )
  await sql`create index trail_review_list on trail_review (tenant_id, due_day, id)`.execute(db)
  await sql`create index trail_review_due on trail_review (due_day) where state in ('planned', 'open')`.execute(
    db,
  )
  await tenantTable(
    db,
    'trail_review_look',
    sql`
    review_id text not null,
    area text not null,
    user_id text not null,
    user_name text not null,
    full_name text not null,
    events integer not null,
    own integer not null,
    first_sequence bigint,
    last_sequence bigint,
    is_partial boolean not null,
    constraint trail_review_look_review_fkey
      foreign key (tenant_id, review_id) references trail_review (tenant_id, id)`,
  )
  await sql`create index trail_review_look_review on trail_review_look (tenant_id, review_id, created_at)`.execute(
    db,
  )
  await tenantTable(
    db,
    'trail_review_finding',
    sql`
    review_id text not null,
    area text not null,
    severity text not null check (severity in ('minor', 'major', 'critical')),
    finding text not null,
    event_id text not null default '',
    action text not null default '',
    responsible text not null default '',
    due_day text not null default '',
    found_by text not null,
    finder_name text not null,
    is_partial boolean not null,
    outcome text not null default '',
    closed_at timestamptz,
    closed_by text,
    closer_name text not null default '',
    constraint trail_review_finding_review_fkey
      foreign key (tenant_id, review_id) references trail_review (tenant_id, id)`,
  )
  await sql`create index trail_review_finding_review on trail_review_finding
    (tenant_id, review_id, created_at)`.execute(db)
  for (const name of tables) {
    // A tenant's session reads none of the platform's reviews.
    await sql`alter policy tenant_select on ${sql.table(name)}
      using (tenant_id <> '0' and tenant_id = any ((select app_tenants())::text[]))`.execute(db)
    await grant(db, name, {
      atrium_platform: ['select', 'insert', 'update'],
      atrium_tenant: ['select', 'insert', 'update'],
      atrium_system: ['select', 'insert', 'update'],
    })
  }
}
