import { type Kysely, sql } from 'kysely'

/** What the indexes are called until `0092` puts them in the place of those that are there. */
export const successor = (name: string): string => `${name}_in_byte_order`

/**
 * The indexes over ids of the audit trail and of messages, over what they are: ids in the order of their bytes, which
 * for UUIDs of version 7 is that of time. The key of an attempt has the message's id behind: by that it is partitioned.
 */
export const indexesOverIds: readonly (readonly [name: string, on: string])[] = [
  ['audit_event_pkey', 'audit_event (tenant_id, id collate "C")'],
  ['message_pkey', 'message (tenant_id, id collate "C")'],
  ['message_id', 'message (id collate "C")'],
  ['message_created', 'message (kind, created_at, id collate "C")'],
  ['message_software', 'message (kind, software_id, created_at, id collate "C")'],
  ['message_state', 'message (kind, state, created_at, id collate "C")'],
  // Without the id, as PostgreSQL would build one with a condition anew, under a lock.
  ['message_not_delivered', `message (kind, created_at) where state <> 'delivered'`],
  ['message_attempt_pkey', 'message_attempt (tenant_id, id collate "C", message_id collate "C")'],
  ['message_attempt_message', 'message_attempt (tenant_id, message_id collate "C", at)'],
]

export const isKey = (name: string): boolean => name.endsWith('_pkey')

/** The statement that builds one. @param how whether beside those who write, or unless it is there */
export const buildIndex = ([name, on]: readonly [string, string], how: 'concurrently' | 'if not exists') =>
  sql.raw(`create ${isKey(name) ? 'unique ' : ''}index ${how} ${successor(name)} on ${on}`)

export const inTransaction = false

export const contract = {
  reason: 'the new indexes refuse nothing: their columns are those of the keys that are there',
  needs: '0085-module-overrides',
}

/** Builds beside the work what would take minutes under a lock: indexes over ids that are in the order of their bytes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const index of indexesOverIds) {
    // One that was broken off is left invalid.
    await sql`drop index concurrently if exists ${sql.id(successor(index[0]))}`.execute(db)
    await buildIndex(index, 'concurrently').execute(db)
  }
}
