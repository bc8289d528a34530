import {
  type AccessRow,
  type AccessState,
  globalTenantId,
  type Language,
  productNameIn,
  shownEmail,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, rejectFields } from '../../platform/http/rejection.ts'
import { daysIn } from '../access/index.ts'
import { timeIn } from '../audit-trail/index.ts'
import { masked } from '../pseudonyms/index.ts'
import { isOpenTo } from '../studies/blinding/index.ts'
import { type Answer, answering, type Compared, nameOf, type Question } from './query.ts'

/** Instants of a report, checked. */
interface Instants {
  readonly at: Question['at']
  readonly compareWith: string | undefined
  /** Instant from which on access can be rebuilt; null if the trail is empty. */
  readonly recordedSince: Date | null
}

/** Returns the first instant that can be rebuilt; null if the trail is empty. */
async function recordedSince(trx: Trx): Promise<Date | null> {
  const { rows } = await sql<{ since: Date | null }>`select access_recorded_since() as since`.execute(trx)
  return rows[0]?.since ?? null
}

/**
 * Returns the instants of a report.
 * @param timeZone time zone of times in rejections
 * @throws Rejection 422 if one is in the future, they are in the wrong order, or one cannot be rebuilt
 */
export async function instantsOf(
  trx: Trx,
  { at, compareWith }: { readonly at: string; readonly compareWith: string },
  timeZone: string,
): Promise<Instants> {
  const now = Date.now()
  const since = await recordedSince(trx)
  const timeOf = (field: 'at' | 'compareWith', text: string): number => {
    const time = Date.parse(text)
    if (time > now) rejectFields([fieldIssue(field, 'accessReport.rule.future')])
    if (since !== null && time < since.getTime())
      rejectFields([
        fieldIssue(field, 'accessReport.rule.tooEarly', {
          since: `${timeIn(timeZone)(since)} (${timeZone})`,
        }),
      ])
    return time
  }
  const end = at === '' ? undefined : timeOf('at', at)
  const start = compareWith === '' ? undefined : timeOf('compareWith', compareWith)
  if (start !== undefined && start >= (end ?? now))
    rejectFields([fieldIssue('compareWith', 'accessReport.rule.order')])
  return {
    at: end === undefined ? null : new Date(end).toISOString(),
    compareWith: start === undefined ? undefined : new Date(start).toISOString(),
    recordedSince: since,
  }
}

/** Reads the rows, sorted and paged by the database. */
export async function readRows(trx: Trx, question: Question): Promise<Answer> {
  // PostgreSQL expects few images of each kind, and would compare each with each. It would write those of 2,000 people
  // to disk.
  await sql`set local enable_nestloop = off; set local work_mem = '64MB'`.execute(trx)
  const { rows } = await answering(question).execute(trx.withoutPlugins())
  await sql`set local enable_nestloop = on; set local work_mem to default`.execute(trx)
  return rows[0]?.answer ?? { list: [], totalCount: 0 }
}

/**
 * Returns whether the report leaves authorizations out because the reader is blinded. This depends on the study alone:
 * whether there are such authorizations is not shown.
 */
export async function leavesOut(
  trx: Trx,
  {
    tenants,
    caller,
    filters: { studyId },
  }: Pick<Question, 'tenants' | 'caller'> & { readonly filters: Pick<Question['filters'], 'studyId'> },
): Promise<boolean> {
  if (caller === undefined) return false
  const { rows } = await sql<{ exists: boolean }>`
    select exists (select from study where study.tenant_id = any (${[...tenants]}::text[])
      and (${studyId} = '' or study.id = ${studyId}) and not ${isOpenTo(caller, 'study.id')})`.execute(trx)
  return rows[0]?.exists ?? true
}

interface Given {
  readonly tenantId: string
  readonly key: string
  readonly at: Date
  readonly actorId: string | null
  readonly actorName: string
  readonly call: string
  readonly reason: string
}

/** Path of the events that took the images of what was there before images were recorded. */
const baseline = 'access-baseline'

/** Returns the full names and user names of people at an instant, by id. */
export async function namesOf(trx: Trx, ids: readonly string[], at: Question['at'], language: Language) {
  const { rows } = await sql<{ id: string; fullName: string; userName: string }>`
    select id, ${nameOf(language, 'image')} as full_name, image ->> 'userName' as user_name
    from access_people(${[...new Set(ids)]}::text[], ${at}::timestamptz)`.execute(trx)
  const shown = await masked(trx, rows)
  return new Map(shown.map(({ id, fullName, userName }) => [id, `${fullName} (${userName})`]))
}

/** Returns the events that gave the access, and the last sign-ins. Finding the events takes long. */
export async function readDetails(trx: Trx, list: readonly Compared[], at: Question['at']) {
  const [tenants, keys] = [list.map(({ tenantId }) => tenantId), list.map(({ givenBy }) => givenBy)]
  const { rows } = await sql<Given>`
    select * from access_given(${tenants}::text[], ${keys}::text[], ${at}::timestamptz)`.execute(trx)
  const given = await masked(trx, rows)
  const people = [...new Set(list.flatMap(({ userId }) => userId ?? []))]
  const { rows: signIns } = await sql<{ userId: string; at: Date }>`
    select * from last_sign_ins(${people}::text[], ${at}::timestamptz)`.execute(trx)
  return {
    given: new Map(given.map((event) => [`${event.tenantId} ${event.key}`, event])),
    signIns: new Map(signIns.map((signIn) => [signIn.userId, signIn.at.toISOString()])),
  }
}

type Details = Awaited<ReturnType<typeof readDetails>>

/** Returns the names of those who gave the access, by id. */
async function readGranters(
  trx: Trx,
  list: readonly Compared[],
  { given }: Details,
  { at, language }: Pick<Showing, 'at' | 'language'>,
): Promise<ReadonlyMap<string, string>> {
  const granters = [
    ...[...given.values()].flatMap(({ actorId }) => actorId ?? []),
    ...list.flatMap(({ grantedBy }) => grantedBy ?? []),
  ]
  return namesOf(trx, granters, at, language)
}

const isKnown = (event: Given | undefined): event is Given => event !== undefined && event.call !== baseline

/** When access was granted or taken away, by whom and why. */
export type Grant = Pick<AccessRow, 'since' | 'grantedBy' | 'reason'>

/**
 * Returns when access was taken away, by whom and why; undefined if the trail does not say so.
 * @param key key of the image that is gone, such as `person:<id>` of a former member
 */
export async function removalOf(
  trx: Trx,
  { tenantId, key }: { readonly tenantId: string; readonly key: string },
  language: Language,
): Promise<Grant | undefined> {
  const { rows } = await sql<Given>`
    select * from access_given(${[tenantId]}::text[], ${[key]}::text[], null)`.execute(trx)
  const [event] = await masked(trx, rows)
  if (!isKnown(event)) return undefined
  const { at, actorId, actorName, reason } = event
  const names = await namesOf(trx, actorId === null ? [] : [actorId], null, language)
  return {
    since: at.toISOString(),
    grantedBy: (actorId !== null && names.get(actorId)) || actorName,
    reason,
  }
}

/** Returns the later one of two instants in ISO 8601, UTC. */
const later = (one: string, other: string | null): string => {
  const last = Math.max(Date.parse(one), other === null ? 0 : Date.parse(other))
  return new Date(last).toISOString()
}

/** What the rows are shown in. */
export interface Showing {
  readonly language: Language
  /** Time zone of the deployment, in whose days periods are. */
  readonly timeZone: string
  readonly at: Question['at']
  /** Name of the platform. */
  readonly platform: string
}

/**
 * Returns the rows as the contract has them, with the event that gave each access.
 * @param details those of the rows, if they have been read, such as for another language
 */
export async function presentRows(
  trx: Trx,
  list: readonly Compared[],
  { language, timeZone, at, platform }: Showing,
  details?: Details,
): Promise<AccessRow[]> {
  if (list.length === 0) return []
  const found = details ?? (await readDetails(trx, list, at))
  const { given, signIns } = found
  const names = await readGranters(trx, list, found, { at, language })
  const days = daysIn(timeZone)
  const dateOf = (text: string | null) => (text === null ? null : new Date(text))
  const compared = (row: NonNullable<Compared['before']>) => {
    const { from, until } = days.period({ from: dateOf(row.accessFrom), until: dateOf(row.accessUntil) })
    return {
      roles: [...new Set(row.roles.map((name) => productNameIn(language, name)))],
      isBlind: row.isBlind,
      state: row.state as AccessState,
      accessFrom: from,
      accessUntil: until,
    }
  }
  return list.map((row) => {
    const event = given.get(`${row.tenantId} ${row.givenBy}`)
    const by = isKnown(event) ? event.actorId : row.grantedBy
    const byName = isKnown(event) ? event.actorName : ''
    return {
      id: row.id,
      kind: row.kind,
      userId: row.userId ?? '',
      invitationId: row.invitationId ?? '',
      fullName: row.userId === null ? shownEmail(row.fullName) : row.fullName,
      userName: row.userId === null ? shownEmail(row.userName) : row.userName,
      tenantId: row.tenantId,
      tenantName: row.tenantId === globalTenantId ? platform : (row.tenantName ?? ''),
      studyId: row.studyId ?? '',
      studyName: row.studyName ?? '',
      studyCode: row.studyCode ?? '',
      siteId: row.siteId ?? '',
      siteName: row.siteName ?? '',
      softwareId: row.softwareId ?? '',
      softName: row.softName ?? '',
      ...compared(row),
      since: later(isKnown(event) ? event.at.toISOString() : row.since, row.accessFrom),
      grantedBy: (by !== null && names.get(by)) || byName,
      reason: row.reasons.join('; ') || (isKnown(event) ? event.reason : ''),
      lastSignIn: (row.userId !== null && signIns.get(row.userId)) || '',
      ...(row.change && { change: row.change }),
      ...(row.before && { before: compared(row.before) }),
    }
  })
}
