import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { WorkRole } from '../roles.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'

/** Rights of each role to a table. */
export type Rights = Partial<Record<WorkRole, readonly Right[]>>

/** Rights to read, add, change and delete rows. */
export const everything = ['select', 'insert', 'update', 'delete'] as const

/** Grants each role its rights to a table. A role that is not named gets none. */
export async function grant(db: Kysely<unknown>, table: string, rights: Rights): Promise<void> {
  for (const [role, allowed] of Object.entries(rights)) {
    await sql`grant ${sql.raw(allowed.join(', '))} on ${sql.table(table)} to ${sql.id(role)}`.execute(db)
  }
}

/**
 * Makes atrium_system the owner of a function that runs with its rights, for migrations before `0105`. Later ones call
 * `confine_definers`. The owner of the schema must be able to act as that role.
 */
export async function giveToSystem(db: Kysely<unknown>, what: RawBuilder<unknown>): Promise<void> {
  await sql`do $$
    declare
      modern boolean := current_setting('server_version_num')::int >= 160000;
    begin
      if not pg_has_role(current_user, 'atrium_system', case when modern then 'SET' else 'MEMBER' end) then
        execute 'grant atrium_system to current_user'
          || case when modern then ' with inherit false, set true' else '' end;
      end if;
    end $$`.execute(db)
  await sql`grant create on schema public to atrium_system`.execute(db)
  await sql`alter ${what} owner to atrium_system`.execute(db)
  await sql`revoke create on schema public from atrium_system`.execute(db)
}
