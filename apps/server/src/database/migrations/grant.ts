import { type Kysely, sql } from 'kysely'
import type { WorkRole } from '../roles.ts'

type Right = 'select' | 'insert' | 'update' | 'delete'

/** What a role may do to a table, written as the rights' names with spaces between them. */
export type Rights = Partial<Record<WorkRole, readonly Right[]>>

/** Reading, adding, changing and removing. */
export const everything = ['select', 'insert', 'update', 'delete'] as const

/**
 * Says what each role may do to a table. A role that is not named may do nothing.
 */
export async function grant(db: Kysely<unknown>, table: string, rights: Rights): Promise<void> {
  for (const [role, allowed] of Object.entries(rights)) {
    await sql`grant ${sql.raw(allowed.join(', '))} on ${sql.table(table)} to ${sql.id(role)}`.execute(db)
  }
}
