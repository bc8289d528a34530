import type { Kysely } from 'kysely'
import { alone, type Database, type DatabaseConfig, StartupError } from '../../database/index.ts'
import { type Partition, partitionsBefore } from '../../database/partitions.ts'
import type { ArchivePlace } from './archive.ts'

/** What became of a partition: it was archived, was empty and is gone, or stays for a reason. */
export type Outcome<Archived> =
  | { readonly archived: Archived }
  | { readonly empty: true }
  | { readonly stays: string }

export interface ArchiveOptions<Archived> extends ArchivePlace {
  readonly db: Kysely<Database>
  /** Where the owner of the schema is reached. */
  readonly owner: DatabaseConfig
  /** What is before this month, as `2027-01`. */
  readonly before: string
  /** The account of the system that asks for it, as the trail names it. */
  readonly operator: string
  /** Told of each partition. */
  readonly onPart?: (name: string, outcome: Outcome<Archived>) => void
}

const underWay = () =>
  new StartupError('Another archive of this database is being made: wait until it is complete.')

/**
 * Archives the partitions of a table that end before a month, one after the other, while nobody else does.
 * @param archive what archives one
 * @returns how many are no longer in the database
 */
export const archivePartitions = <Archived>(
  table: 'audit_event' | 'message',
  options: ArchiveOptions<Archived>,
  archive: (part: Partition) => Promise<Outcome<Archived>>,
): Promise<number> =>
  alone(options.db, 'archive', underWay, async () => {
    let gone = 0
    for (const part of await partitionsBefore(options.db, table, options.before)) {
      options.signal?.throwIfAborted()
      const outcome = await archive(part)
      if (!('stays' in outcome)) gone += 1
      options.onPart?.(part.name, outcome)
    }
    return gone
  })
