import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { type EventColumns, findSealsOf, readSealedColumns, sealedLines } from '../../platform/audit/index.ts'
import { inTenants } from '../../platform/crud/index.ts'
import { maxSealedEvents } from '../audit-trail/index.ts'
import { isEventShownTo } from '../studies/blinding/index.ts'
import type { RegisterExport } from './report.ts'

/** Number of events that are read at once. */
const chunk = 500

/** Approximate length of a sealed line, in bytes. */
const lineLength = 1_500

/** Reads the events about the entries, newest first: requests, decisions, and changes of them. */
async function* eventsAbout({
  work: { trx, as, caller, input },
  entries,
}: RegisterExport): AsyncGenerator<readonly EventColumns[], void, undefined> {
  const ids = entries.map(({ id }) => id)
  const { rows } = await sql<{ tenantId: string; id: string }>`
    select tenant_id, id from audit_event
    where (sequence = any (array(select find_audit_events(${ids}, ${maxSealedEvents})))
        or tenant_id = ${input.tenantId} and entity = 'unblinding' and entity_id = any (${ids}))
      and ${inTenants(as, 'auditEvent.tenantId')} and ${isEventShownTo(caller)}
    order by sequence desc`.execute(trx)
  for (let from = 0; from < rows.length; from += chunk)
    yield await readSealedColumns(trx, rows.slice(from, from + chunk))
}

/** Calls `finish` after the last event is read, so that the recipient of the last line can begin the next export. */
async function* finished<Event>(events: AsyncGenerator<Event>, finish: () => Promise<void>) {
  yield* events
  await finish()
}

/** Returns the events about the entries, as sealed: they prove themselves without the database. */
export function registerAsSealed(source: RegisterExport, finish: () => Promise<void>) {
  const { work, entries } = source
  const { caller, input, services } = work
  return {
    expectedLength: (2 * entries.length + 2) * lineLength,
    content: Readable.from(
      sealedLines({
        exportedAt: new Date(),
        by: caller.userName,
        filters: input,
        key: services.secrets.auditKey,
        events: finished(eventsAbout(source), finish),
        sealsOf: (batches) => findSealsOf(services.db, batches),
      }),
      { objectMode: false },
    ),
  }
}
