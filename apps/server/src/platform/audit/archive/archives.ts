import type { KeyObject } from 'node:crypto'
import type { Trx } from '../../database/transaction.ts'
import { faultOfArchive, UnknownManifest } from '../../storage/archive/archive.ts'
import type { FileStore } from '../../storage/index.ts'
import type { ArchivedEvents, BatchRange } from '../canonical.ts'
import type { Seal } from '../seal.ts'
import { type PlacedArchive, readTogether } from './events.ts'
import { type ArchiveRecord, auditArchives, eventsOfSeal } from './record.ts'

/** What of a seal's events is in archives. */
export interface Elsewhere {
  readonly events: number
  /** Whether all archives that have some are at hand. */
  readonly isRead: boolean
  readonly archived?: ArchivedEvents
}

/** What was archived of the trail, as far as it is at hand. */
export interface Archives {
  readonly of: (seal: Seal) => Elsewhere
  /** Whether some batches may have events in archives. */
  readonly touch: (batches: BatchRange) => boolean
  /** What is wrong with archives and with what the database says of them, a line each. */
  readonly faults: readonly string[]
  readonly close: () => Promise<void>
}

/** Looks for an archive at the places that are named. */
async function place(record: ArchiveRecord, stores: readonly FileStore[]): Promise<PlacedArchive | string> {
  let fault = 'it is at none of the places'
  for (const store of stores) {
    try {
      const there = await auditArchives.find(store, record.name)
      if (there?.signature !== record.signature) continue
      return (await faultOfArchive(store, record, record.events)) ?? { record, store }
    } catch (error) {
      if (!(error instanceof UnknownManifest)) throw error
      fault = 'what says what it is was changed, or is of a later version'
    }
  }
  return fault
}

/**
 * Looks at what was archived of the trail. Where places are named, every archive must be at one of them, as it was
 * written; where none is, what they hold is not read.
 */
export async function openArchives(
  trx: Trx,
  key: KeyObject,
  stores: readonly FileStore[],
): Promise<Archives> {
  const all: readonly ArchiveRecord[] = await trx
    .selectFrom('auditArchive')
    .selectAll()
    .orderBy('fromBatch')
    .execute()
  // One that nobody has signed has nothing: its events count as removed.
  const records = all.filter((record) => auditArchives.isSigned(record, key))
  const faults = all
    .filter((record) => !records.includes(record))
    .map(({ name }) => `archive ${name}: what the database says of it is not signed by this deployment's key`)
  const placed: PlacedArchive[] = []
  for (const record of stores.length > 0 ? records : []) {
    const found = await place(record, stores)
    if (typeof found === 'string') faults.push(`archive ${record.name}: ${found}`)
    else placed.push(found)
  }
  const isAtHand = (record: ArchiveRecord) => placed.some((archive) => archive.record === record)
  const together = readTogether(placed)
  return {
    of: (seal) => {
      const having = records.filter((record) => eventsOfSeal(record, seal) > 0)
      const events = having.reduce((sum, record) => sum + eventsOfSeal(record, seal), 0)
      if (having.length === 0) return { events, isRead: true }
      return having.every(isAtHand) ? { events, isRead: true, archived: together } : { events, isRead: false }
    },
    touch: ({ fromBatch, toBatch }) =>
      records.some((record) => record.fromBatch <= toBatch && record.toBatch >= fromBatch),
    faults,
    close: together.close,
  }
}
