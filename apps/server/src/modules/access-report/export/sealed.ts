import { Readable } from 'node:stream'
import { globalTenantId } from '@atrium/contract'
import { sql } from 'kysely'
import {
  type EventColumns,
  findSealsOf,
  readSealedColumns,
  sealedLines,
} from '../../../platform/audit/index.ts'
import { inTenants } from '../../../platform/crud/index.ts'
import { isEventShownTo } from '../../studies/blinding/index.ts'
import type { Question } from '../query.ts'
import type { AccessExport } from './work.ts'

/** Number of events that are read at once. */
const chunk = 500

/**
 * Reads the events that have images of the report's tenants, newest first. A tenant's session reads only its own events,
 * and nobody those that would unblind them.
 */
export async function* sealedEvents(
  { trx, as, caller }: Pick<AccessExport['work'], 'trx' | 'as' | 'caller'>,
  { tenants, at }: Pick<Question, 'tenants' | 'at'>,
): AsyncGenerator<readonly EventColumns[], void, undefined> {
  const keys = [...new Set([...tenants, globalTenantId])]
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const { rows } = await sql<{ tenantId: string; id: string; sequence: number }>`
      select tenant_id, id, sequence from audit_event
      where access is not null and access_keys(access) && ${keys}::text[] and sequence < ${before}
        and (at <= coalesce(${at}::timestamptz, now()) or is_carried(audit_event)) and ${inTenants(as, 'auditEvent.tenantId')}
        and ${isEventShownTo(caller)}
      order by sequence desc limit ${chunk}`.execute(trx)
    const last = rows.at(-1)
    if (!last) return
    yield await readSealedColumns(trx, rows)
    before = last.sequence
  }
}

/** Approximate length of a sealed line, in bytes. */
const lineLength = 2_000

/** Calls `finish` after the last event is read, so that the recipient of the last line can begin the next export. */
async function* finished<Event>(events: AsyncGenerator<Event>, finish: () => Promise<void>) {
  yield* events
  await finish()
}

/** Returns the events from which the report was rebuilt, as sealed: they prove themselves without the database. */
export const reportAsSealed = ({ work, question, count }: AccessExport, finish: () => Promise<void>) => ({
  expectedLength: (count + 2) * lineLength,
  content: Readable.from(
    sealedLines({
      exportedAt: new Date(),
      by: work.caller.userName,
      filters: work.input,
      key: work.services.secrets.auditKey,
      events: finished(sealedEvents(work, question), finish),
      sealsOf: (batches) => findSealsOf(work.services.db, batches),
    }),
    { objectMode: false },
  ),
})
