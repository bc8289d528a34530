import { type Kysely, sql } from 'kysely'
import { messageIndexes, messagePartitions } from './0142-folded-messages.ts'

/**
 * Makes the indexes of `0142` those of the whole table, and drops what they replace. The version before finds the same
 * without those, by looking through the rows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const partitions = await messagePartitions(db)
  for (const [name, definition] of messageIndexes) {
    const whole = sql.id(`${name}_folded`)
    await sql`create index ${whole} on only message ${sql.raw(definition)}`.execute(db)
    for (const { part, suffix } of partitions) {
      const index = sql.id(`${name}_folded_${suffix}`)
      // A partition that was made after `0142` is of a month to come, and so empty.
      await sql`create index if not exists ${index} on ${sql.table(part)} ${sql.raw(definition)}`.execute(db)
      await sql`alter index ${whole} attach partition ${index}`.execute(db)
    }
    await sql`drop index ${sql.id(name)}`.execute(db)
  }
  await sql`analyze message`.execute(db)
}
