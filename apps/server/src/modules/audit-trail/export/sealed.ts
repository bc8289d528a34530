import { Readable } from 'node:stream'
import { findSealsOf, readSealedColumns, sealedLines } from '../../../platform/audit/index.ts'
import { eventsOf } from '../search.ts'
import type { TrailExport } from './work.ts'

/** Approximate length of a sealed line, in bytes. */
const lineLength = 900

/** Returns the events as sealed, which prove themselves without the database. */
export function trailAsSealed({ work, filters, count, finish }: TrailExport) {
  const { trx, caller, services } = work
  async function* events() {
    for await (const chunk of eventsOf(work, filters)) yield await readSealedColumns(trx, chunk)
    await finish()
  }
  const lines = sealedLines({
    exportedAt: new Date(),
    by: caller.userName,
    filters,
    key: services.secrets.auditKey,
    events: events(),
    sealsOf: (batches) => findSealsOf(services.db, batches),
  })
  return {
    expectedLength: (count + 2) * lineLength,
    content: Readable.from(lines, { objectMode: false }),
  }
}
