import type { Call, Language } from '@atrium/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { inPeriod, inTenants } from '../../platform/crud/index.ts'
import type { Work } from '../../platform/http/work.ts'
import type { EventRow } from '../audit-trail/index.ts'
import { isShownToBlinded } from '../studies/blinding/index.ts'

/** What a file is about. */
export interface Inspected {
  readonly tenantId: string
  readonly studyIds: readonly string[]
  /**
   * First and last day, yyyy-MM-dd in the deployment's time zone. In a request, '' means the day of the first event,
   * and today.
   */
  readonly from: string
  readonly until: string
  /** Who inspects, as the cover names them. */
  readonly inspector: string
  /** Whether the file may show what blinded people must not see. */
  readonly isUnblinded: boolean
}

/** Sources of a file: a snapshot of the database, and what is asked for. */
export interface Source extends Pick<Work<Call>, 'trx' | 'as' | 'caller' | 'services'> {
  readonly asked: Inspected
  /** Ids of what belongs to other studies of the tenant. An event that names one is left out. */
  readonly foreignIds: ReadonlySet<string>
}

/** A text in Chinese and in English. */
export type Words = readonly [zh: string, en: string]

/** A text that is the same in both languages, or one for each. */
export type Cell = string | Words

/** Returns a text in both languages. */
export const inBoth = (textIn: (language: Language) => string): Words => [textIn('zh'), textIn('en')]

/** Number of events that are read at once. */
const chunk = 500

/** Reads the ids of the tenant's other studies, and of their links and sites. */
export async function readForeignIds(
  trx: Source['trx'],
  { tenantId, studyIds }: Inspected,
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from study where tenant_id = ${tenantId} and id <> all (${[...studyIds]}::text[])
    union all select id from study_url where tenant_id = ${tenantId} and study_id <> all (${[...studyIds]}::text[])
    union all select id from study_site where tenant_id = ${tenantId} and study_id <> all (${[...studyIds]}::text[])`.execute(
    trx,
  )
  return new Set(rows.map(({ id }) => id))
}

const idPattern = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Returns whether an event names something of another study. */
export function isForeign({ foreignIds }: Source, event: EventRow): boolean {
  const { before, after, access, subjects, entityId } = event
  const ids = JSON.stringify([before, after, access, subjects, entityId]).match(idPattern) ?? []
  return ids.some((id) => foreignIds.has(id))
}

/** Returns the condition that an event belongs to the studies and the period, and that the file may show it. */
export const isInspected = ({ as, services, asked }: Omit<Source, 'foreignIds'>): RawBuilder<SqlBool> => {
  const { tenantId, studyIds, from, until, isUnblinded } = asked
  const period = { startTime: from, endTime: until, timeZone: '' }
  return sql<SqlBool>`(audit_event.tenant_id = ${tenantId} and ${inTenants(as, 'auditEvent.tenantId')}
    and audit_event.study_id = any (${[...studyIds]}::text[])
    and ${inPeriod('audit_event.at', period, services.profile.timeZone)}
    and ${isUnblinded ? sql`true` : isShownToBlinded})`
}

/** Returns the events of a file in chunks, newest first. */
export async function* inspectedEvents(
  source: Source,
  condition: RawBuilder<SqlBool> = sql<SqlBool>`true`,
): AsyncGenerator<readonly EventRow[], void, undefined> {
  let before = Number.MAX_SAFE_INTEGER
  for (;;) {
    const rows = await source.trx
      .selectFrom('auditEvent')
      .selectAll('auditEvent')
      .where(isInspected(source))
      .where(condition)
      .where('auditEvent.sequence', '<', before)
      .orderBy('auditEvent.sequence', 'desc')
      .limit(chunk)
      .execute()
    const last = rows.at(-1)
    if (!last) return
    const own = rows.filter((event) => !isForeign(source, event))
    if (own.length > 0) yield own
    before = last.sequence
  }
}
