import { codes } from '@atrium/contract'
import { reject } from '../../../platform/http/rejection.ts'
import { type EventRow, eventsOf, type Filters } from '../search.ts'
import type { TrailExport } from './work.ts'

type Values = Readonly<Record<string, unknown>>

const valuesOf = (state: unknown): Values => (state ?? {}) as Values

const listOf = (values: Values): readonly Values[] => (Array.isArray(values.list) ? values.list : [])

/** Number of stored characters for which a further row is expected. Words are at most 32 times as long as ids. */
const charactersPerRow = 500

/** Returns an upper bound of the number of rows of an event: its changed fields, or one, and rows for long values. */
export function maxChangesOf(event: EventRow): number {
  const [before, after] = [valuesOf(event.before), valuesOf(event.after)]
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  const listed = [...listOf(before), ...listOf(after)].map((values) => Object.keys(values).length + 1)
  const characters = JSON.stringify([before, after]).length
  const long = Math.floor(characters / charactersPerRow)
  return Math.max(1, changed.length) + listed.reduce((sum, count) => sum + count, 0) + long
}

/**
 * Counts the events of an export, which reads them again later.
 * @throws Rejection if there are more than `max`
 */
export async function sizeOf(
  work: TrailExport['work'],
  filters: Filters,
  max: number,
): Promise<Pick<TrailExport, 'count' | 'maxChanges'>> {
  let [count, maxChanges] = [0, 0]
  for await (const events of eventsOf(work, filters)) {
    count += events.length
    if (count > max) reject(codes.limitReached, 'auditTrail.refusal.tooMany', { max })
    for (const event of events) maxChanges += maxChangesOf(event)
  }
  return { count, maxChanges }
}
