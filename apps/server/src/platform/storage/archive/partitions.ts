import type { Kysely } from 'kysely'
import {
  allowIdle,
  asSystem,
  type Database,
  type DatabaseConfig,
  inTransaction,
  runExclusively,
  StartupError,
  type Trx,
} from '../../database/index.ts'
import { type Partition, partitionsBefore } from '../../database/partitions.ts'
import {
  type ArchiveKind,
  type ArchiveTarget,
  beginArchive,
  type NewArchive,
  type Signed,
} from './archive.ts'

/** Outcome for one partition: archived, dropped because it was empty, or kept for a reason. */
export type Outcome<Archived> =
  | { readonly archived: Archived }
  | { readonly empty: true }
  | { readonly stays: string }

export interface ArchiveOptions<Archived> extends ArchiveTarget {
  readonly db: Kysely<Database>
  /** Connection of the schema's owner. */
  readonly owner: DatabaseConfig
  /** Partitions that end before this month, such as `2027-01`, are archived. */
  readonly before: string
  /** Operating system account that runs the command, for the audit trail. */
  readonly operator: string
  /** Called after each partition. */
  readonly onPart?: (name: string, outcome: Outcome<Archived>) => void
}

/** A table that is archived by month. */
export interface ArchiveSource<Manifest extends Signed, Archived> {
  readonly table: 'audit_event' | 'message'
  readonly kind: ArchiveKind<Manifest>
  /**
   * Writes a partition in a read-only snapshot and reads it back.
   * @returns the written archive, 'empty', or the reason why the partition stays
   */
  readonly copy: (
    trx: Trx,
    part: Partition,
    archive: NewArchive<Manifest>,
    options: ArchiveOptions<Archived>,
  ) => Promise<Copied<Manifest, Archived> | 'empty' | { readonly stays: string }>
  /** Drops a partition that has no rows. */
  readonly dropEmpty: (part: Partition, options: ArchiveOptions<Archived>) => Promise<void>
}

/** A partition that was written to its archive. */
export interface Copied<Manifest, Archived> {
  readonly manifest: Manifest
  readonly archived: Archived
  /** Drops the partition and records this in the trail, unless its rows have changed since. */
  readonly drop: () => Promise<void>
}

const snapshot = { isolation: 'repeatable read', readOnly: true, unlimited: true } as const

/** Archives one partition: copies its rows, completes the signed archive, and only then drops the partition. */
async function archivePartition<Manifest extends Signed, Archived>(
  { kind, copy, dropEmpty }: ArchiveSource<Manifest, Archived>,
  part: Partition,
  options: ArchiveOptions<Archived>,
): Promise<Outcome<Archived>> {
  const archive = await beginArchive(kind, part.name, options)
  const work = async (trx: Trx) => {
    await allowIdle(trx)
    return await copy(trx, part, archive, options)
  }
  const copied = await inTransaction(options.db, asSystem, work, snapshot)
  if (copied !== 'empty' && 'manifest' in copied) await archive.complete(copied.manifest)
  options.signal?.throwIfAborted()
  if (copied === 'empty') {
    await dropEmpty(part, options)
    return { empty: true }
  }
  if ('stays' in copied) return copied
  await copied.drop()
  return { archived: copied.archived }
}

const underWay = () =>
  new StartupError('Another archive of this database is in progress. Wait until it is complete.')

/**
 * Archives the partitions of a table that end before a month, one after the other. An interruption loses nothing: the
 * next call continues.
 * @returns the number of dropped partitions
 * @throws StartupError while another process archives
 */
export const archivePartitions = <Manifest extends Signed, Archived>(
  source: ArchiveSource<Manifest, Archived>,
  options: ArchiveOptions<Archived>,
): Promise<number> =>
  runExclusively(options.db, 'archive', underWay, async () => {
    let dropped = 0
    for (const part of await partitionsBefore(options.db, source.table, options.before)) {
      options.signal?.throwIfAborted()
      const outcome = await archivePartition(source, part, options)
      if (!('stays' in outcome)) dropped += 1
      options.onPart?.(part.name, outcome)
    }
    return dropped
  })
