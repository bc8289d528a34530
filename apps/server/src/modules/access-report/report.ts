import {
  type AccessRow,
  type AccessState,
  codes,
  globalTenantId,
  type Language,
  productNameIn,
  shownEmail,
} from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { daysIn } from '../access/index.ts'
import { type Answer, answering, type Compared, nameOf, type Question } from './query.ts'

/** Instants of a report, checked. */
interface Instants {
  readonly at: Question['at']
  readonly compareWith: string | undefined
  readonly recordedSince: Date | null
}

/**
 * Returns the instants of a report.
 * @throws Rejection 422 if one is in the future or they are in the wrong order, 409 if one cannot be rebuilt
 */
export async function instantsOf(
  trx: Trx,
  { at, compareWith }: { readonly at: string; readonly compareWith: string },
): Promise<Instants> {
  const now = Date.now()
  const [end, start] = [
    at === '' ? now : Date.parse(at),
    compareWith === '' ? undefined : Date.parse(compareWith),
  ]
  if (end > now) rejectFields([fieldIssue('at', 'accessReport.rule.future')])
  if (start !== undefined && start > now)
    rejectFields([fieldIssue('compareWith', 'accessReport.rule.future')])
  if (start !== undefined && start >= end)
    rejectFields([fieldIssue('compareWith', 'accessReport.rule.order')])
  const { rows } = await sql<{
    since: Date | number | null
  }>`select access_recorded_since() as since`.execute(trx)
  const since = rows[0]?.since ?? null
  const isTooEarly = (instant: number) =>
    since !== null && (typeof since === 'number' || instant < since.getTime())
  const asked = [...(at === '' ? [] : [end]), ...(start === undefined ? [] : [start])]
  if (asked.some(isTooEarly)) {
    const shown = since instanceof Date ? since.toISOString() : new Date(now).toISOString()
    reject(codes.conflict, 'accessReport.refusal.tooEarly', { since: shown })
  }
  return {
    at: at === '' ? null : new Date(end).toISOString(),
    compareWith: start === undefined ? undefined : new Date(start).toISOString(),
    recordedSince: since instanceof Date ? since : null,
  }
}

/** Reads the rows, sorted and paged by the database. */
export async function readRows(trx: Trx, question: Question): Promise<Answer> {
  // PostgreSQL expects few images of each kind, and would compare each with each. It would write those of 2,000 people
  // to disk.
  await sql`set local enable_nestloop = off; set local work_mem = '64MB'`.execute(trx)
  const { rows } = await answering(question).execute(trx.withoutPlugins())
  await sql`set local enable_nestloop = on; set local work_mem to default`.execute(trx)
  return rows[0]?.answer ?? { list: [], totalCount: 0, isPartial: false }
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

/** Returns the events that gave the access, the last sign-ins, and the names of those who gave it. */
async function readDetails(trx: Trx, list: readonly Compared[], at: Question['at'], language: Language) {
  const [tenants, keys] = [list.map(({ givenIn }) => givenIn), list.map(({ givenBy }) => givenBy)]
  const { rows: given } = await sql<Given>`
    select * from access_given(${tenants}::text[], ${keys}::text[], ${at}::timestamptz)`.execute(trx)
  const people = [...new Set(list.flatMap(({ userId }) => userId ?? []))]
  const { rows: signIns } = await sql<{ userId: string; at: Date }>`
    select * from last_sign_ins(${people}::text[], ${at}::timestamptz)`.execute(trx)
  const granters = [
    ...given.flatMap(({ actorId }) => actorId ?? []),
    ...list.flatMap(({ grantedBy }) => grantedBy ?? []),
  ]
  const { rows: named } = await sql<{ id: string; fullName: string; userName: string }>`
    select id, ${nameOf(language, 'image')} as full_name, image ->> 'userName' as user_name
    from access_people(${[...new Set(granters)]}::text[], ${at}::timestamptz)`.execute(trx)
  return {
    given: new Map(given.map((event) => [`${event.tenantId} ${event.key}`, event])),
    signIns: new Map(signIns.map((signIn) => [signIn.userId, signIn.at.toISOString()])),
    names: new Map(named.map(({ id, fullName, userName }) => [id, `${fullName} (${userName})`])),
  }
}

const isKnown = (event: Given | undefined): event is Given => event !== undefined && event.call !== baseline

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

/** Returns the rows as the contract has them, with the event that gave each access. */
export async function presentRows(
  trx: Trx,
  list: readonly Compared[],
  { language, timeZone, at, platform }: Showing,
): Promise<AccessRow[]> {
  if (list.length === 0) return []
  const { given, signIns, names } = await readDetails(trx, list, at, language)
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
    const event = given.get(`${row.givenIn} ${row.givenBy}`)
    const by = isKnown(event) ? event.actorId : row.grantedBy
    const byName = isKnown(event) ? event.actorName : ''
    return {
      id: row.id,
      kind: row.kind,
      userId: row.userId ?? '',
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
