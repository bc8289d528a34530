import { type Kysely, sql } from 'kysely'
import { everything, grant } from './grant.ts'

/**
 * Changes of users' own e-mail addresses and phones that wait for the code sent to the new one. They stand apart from
 * the users, so that a contact that nobody has proved counts nowhere and is in nobody's way.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create table contact_change (
    user_id text not null references app_user (id),
    kind text not null check (kind in ('email', 'phone')),
    contact text not null,
    contact_key text not null,
    replaced_key text,
    password_changed_at timestamptz,
    created_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (user_id, kind)
  )`.execute(db)
  await sql`create index contact_change_expires on contact_change (expires_at)`.execute(db)
  await grant(db, 'contact_change', { atrium_system: everything })
}
