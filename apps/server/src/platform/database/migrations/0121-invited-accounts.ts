import { type Kysely, sql } from 'kysely'

/** Fills in the inviter of accounts that an invitation made: both carry the time of that transaction. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // Row-level security holds for the owner too.
  await sql`set local role atrium_system`.execute(db)
  await sql`update app_user made set added_by = invitation.invited_by from invitation
    where invitation.accepted_by = made.id and invitation.accepted_at = made.created_at
      and invitation.status = 'accepted' and made.added_by is null`.execute(db)
  await sql`reset role`.execute(db)
}
