import type { AuditDetails } from '@atrium/contract'
import { deviceOf } from '../../identity/sessions/index.ts'
import { maskedEvents } from '../../pseudonyms/index.ts'
import { type EventRow, eventsOf } from '../search.ts'
import { signaturesOf } from '../signatures.ts'
import { describeRows, itemsOfAll } from '../words/index.ts'
import { maxChangesOf } from './size.ts'
import { type TrailExport, zoneOf } from './work.ts'

/**
 * An event as it is exported. Its number in the trail is omitted: a gap would show the readers of a blinded study that
 * there are events which they may not see.
 */
export type ExportedEvent = Omit<AuditDetails, 'seal'>

/** Maximum number of changes that are described at once, unless a single event has more. */
const maxChanges = 5_000

/** Splits events so that the changes of each part fit into memory. */
function partsOf(events: readonly EventRow[]): readonly EventRow[][] {
  const parts: EventRow[][] = []
  let changes = maxChanges
  for (const event of events) {
    const more = maxChangesOf(event)
    changes += more
    const part = parts.at(-1)
    if (part && changes <= maxChanges) part.push(event)
    else {
      parts.push([event])
      changes = more
    }
  }
  return parts
}

/** Returns the events in the reader's language, newest first. */
export async function* exportedEvents({
  work,
  filters,
}: TrailExport): AsyncGenerator<ExportedEvent, void, undefined> {
  const { trx, language, t, services } = work
  const zones = { instants: zoneOf(work), days: work.services.profile.timeZone }
  for await (const chunk of eventsOf(work, filters))
    for (const sealed of partsOf(chunk)) {
      const events = await maskedEvents(trx, sealed)
      const rows = await describeRows(trx, events, language)
      const items = await itemsOfAll(trx, events, language, zones)
      const signatureOf = await signaturesOf(trx, services, t, sealed)
      for (const [index, { id, address, userAgent, requestId }] of events.entries()) {
        const row = rows[index]
        if (!row) throw new Error(`event ${id} has no description`)
        yield {
          ...row,
          ...{ address, device: deviceOf(userAgent), userAgent, requestId },
          items: items[index] ?? [],
          signature: signatureOf({ id }),
        }
      }
    }
}
