import type { KeyObject } from 'node:crypto'
import type { Trx } from '../../database/transaction.ts'
import { faultOfArchive, UnknownManifest } from '../../storage/archive/archive.ts'
import type { FileStore } from '../../storage/index.ts'
import type { ArchivedEvents } from '../canonical.ts'
import type { Seal } from '../seal.ts'
import { type LocatedArchive, readTogether } from './events.ts'
import { type ArchiveRecord, auditArchives, eventsOfSeal } from './record.ts'

/** Events of a seal that were moved to archives. */
export interface Elsewhere {
  readonly events: number
  /** Whether every archive with events of the seal was found. */
  readonly isRead: boolean
  readonly archived?: ArchivedEvents
}

/** The archives of the trail. */
export interface Archives {
  readonly of: (seal: Seal) => Elsewhere
  /** Faults of archives and of their rows in the database, one line each. */
  readonly faults: readonly string[]
  readonly close: () => Promise<void>
}

/** Finds an archive in the stores. @returns the archive, or its fault */
async function locate(record: ArchiveRecord, stores: readonly FileStore[]): Promise<LocatedArchive | string> {
  let fault = 'not found in any of the archive folders or buckets'
  for (const store of stores) {
    try {
      const there = await auditArchives.find(store, record.name)
      if (there?.signature !== record.signature) continue
      return (await faultOfArchive(store, record, record.events)) ?? { record, store }
    } catch (error) {
      if (!(error instanceof UnknownManifest)) throw error
      fault = 'its manifest was changed, or was written by a later version'
    }
  }
  return fault
}

/**
 * Opens the archives of the trail. If stores are specified, each archive must be in one of them, unchanged. Without
 * stores, archived events are not read.
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
  // A row without a valid signature is ignored, so that its events count as removed.
  const records = all.filter((record) => auditArchives.isSigned(record, key))
  const faults = all
    .filter((record) => !records.includes(record))
    .map(({ name }) => `archive ${name}: its row in the database is not signed with this deployment's key`)
  const placed: LocatedArchive[] = []
  for (const record of stores.length > 0 ? records : []) {
    const found = await locate(record, stores)
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
    faults,
    close: together.close,
  }
}
