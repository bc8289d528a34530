import type { AuditDetails, Language, Translate } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
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

/** What the description of events depends on. */
interface Describing {
  readonly trx: Trx
  readonly services: Pick<Services, 'secrets' | 'profile'>
  readonly t: Translate
  readonly language: Language
  /** Whether pseudonymised people have their pseudonym, as everywhere but beside the sealed events. */
  readonly masks: boolean
}

/**
 * Describes events in a language, in their order.
 * @param zone time zone of the times in changes
 */
export async function* describedEvents(
  { trx, services, t, language, masks }: Describing,
  zone: string,
  chunks: AsyncIterable<readonly EventRow[]> | Iterable<readonly EventRow[]>,
): AsyncGenerator<ExportedEvent, void, undefined> {
  const zones = { instants: zone, days: services.profile.timeZone }
  for await (const chunk of chunks)
    for (const sealed of partsOf(chunk)) {
      const events = masks ? await maskedEvents(trx, sealed) : sealed
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

/** Returns the events in the reader's language, newest first. */
export const exportedEvents = ({
  work,
  filters,
}: TrailExport): AsyncGenerator<ExportedEvent, void, undefined> =>
  describedEvents({ ...work, masks: true }, zoneOf(work), eventsOf(work, filters))

/** Joins lines that are not empty. */
export const linesOf = (...lines: readonly string[]): string => lines.filter((line) => line !== '').join('\n')

/** Returns the changes of an event as lines of text. */
export const changesText = ({ items }: ExportedEvent): string =>
  linesOf(
    ...items.flatMap(({ name, changes }) => [
      items.length > 1 ? name : '',
      ...changes.map(
        ({ fieldDesc, before, after }) => `${fieldDesc}: ${before === '' ? '' : `${before} → `}${after}`,
      ),
    ]),
  )
