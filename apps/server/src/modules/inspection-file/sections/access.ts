import { type AccessRow, authorizationStyles, blinding, type Language } from '@atrium/contract'
import { sql } from 'kysely'
import { translator } from '../../../platform/texts/translator.ts'
import { presentRows, readDetails, readRows } from '../../access-report/index.ts'
import { timeIn } from '../../audit-trail/index.ts'
import type { Source, Words } from '../source.ts'
import { contractWords, fileWords } from '../words.ts'
import { noNote, type Row, type Section, type Table } from './section.ts'

/** Maximum number of rows of a study. All of them are in memory. */
const maxRows = 50_000

/** The instant that the section is about, and since when the trail records access. */
interface Instant {
  /** ISO 8601; null for now. */
  readonly at: string | null
  readonly since: Date | null
  readonly isTooEarly: boolean
}

/** Returns the end of the last day, or now if that is later. */
export async function instantOf({ trx, asked, services }: Source): Promise<Instant> {
  const { rows } = await sql<{ end: Date; since: Date | null; isOver: boolean }>`
    select day_end as "end", day_end <= now() as "isOver", access_recorded_since() as since
    from (select (${asked.until}::date + 1)::timestamp at time zone ${services.profile.timeZone} as day_end) day`.execute(
    trx,
  )
  const { end = new Date(), since = null, isOver = false } = rows[0] ?? {}
  return {
    at: isOver ? end.toISOString() : null,
    since,
    isTooEarly: isOver && since !== null && end.getTime() < since.getTime(),
  }
}

/** Access in both languages. */
type Both = readonly [zh: AccessRow, en: AccessRow]

async function readAccess(
  { trx, services, asked }: Source,
  studyId: string,
  at: string | null,
): Promise<readonly Both[]> {
  const filters = {
    ...{ tenantId: asked.tenantId, studyId, siteId: '', userId: '', softwareId: '' },
    ...{ state: undefined, keyWord: '' },
  }
  const read = (language: Language) =>
    readRows(trx, {
      ...{ tenants: [asked.tenantId], at, compareWith: undefined, language, filters },
      ...{ caller: undefined, limit: maxRows, offset: 0 },
    })
  const [zh, en] = [await read('zh'), await read('en')]
  const details = await readDetails(trx, zh.list, at)
  const showing = (language: Language) => ({
    ...{ language, at, timeZone: services.profile.timeZone },
    platform: translator(language)('accessReport.platform'),
  })
  const english = new Map(
    (await presentRows(trx, en.list, showing('en'), details)).map((row) => [row.id, row]),
  )
  const rows = await presentRows(trx, zh.list, showing('zh'), details)
  return rows.map((row) => [row, english.get(row.id) ?? row])
}

const both = (rows: Both, textOf: (row: AccessRow, language: Language) => string): Words => [
  textOf(rows[0], 'zh'),
  textOf(rows[1], 'en'),
]

const blindingOf = ({ isBlind }: AccessRow): Words =>
  isBlind === null
    ? noNote
    : contractWords(`accessReport.blinding.${isBlind === blinding.unblinded ? 'unblinded' : 'blinded'}`)

function rowOf(rows: Both): Row {
  const [row] = rows
  return [
    ...[both(rows, ({ fullName }) => fullName), row.userName],
    contractWords(`accessReport.kinds.${row.kind}`),
    both(rows, ({ studyName, studyCode }) => `${studyName} ${studyCode}`.trim()),
    both(rows, ({ siteName, kind }, language) =>
      siteName === '' && kind === 'study' ? translator(language)('accessReport.wholeStudy') : siteName,
    ),
    ...[both(rows, ({ softName }) => softName), both(rows, ({ roles }) => roles.join('\n')), blindingOf(row)],
    contractWords(`accessReport.states.${row.state}`),
    ...[row.accessFrom, row.accessUntil, row.since, both(rows, ({ grantedBy }) => grantedBy)],
    ...[row.reason, row.lastSignIn],
  ]
}

const titles: Omit<Table, 'note' | 'rows'> = {
  title: fileWords(({ sections }) => sections.access),
  columns: [
    { name: contractWords('accessReport.fullName') },
    { name: contractWords('accessReport.userName') },
    { name: contractWords('accessReport.kind') },
    { name: contractWords('accessReport.studyName') },
    { name: contractWords('accessReport.siteName') },
    { name: contractWords('accessReport.softName') },
    { name: contractWords('accessReport.roles') },
    { name: contractWords('accessReport.isBlind') },
    { name: contractWords('accessReport.state') },
    { name: contractWords('accessReport.accessFrom') },
    { name: contractWords('accessReport.accessUntil') },
    { name: contractWords('accessReport.since'), isTime: true },
    { name: contractWords('accessReport.grantedBy') },
    { name: contractWords('accessReport.reason') },
    { name: contractWords('accessReport.lastSignIn'), isTime: true },
  ],
}

/**
 * Reads who had which access in the studies at the end of the period, without the access in RTSM for a blinded file.
 * @param at the instant; null for now
 */
export async function readAccessAtEnd(source: Source, at: string | null): Promise<readonly Both[]> {
  const { trx, asked } = source
  const hidden = asked.isUnblinded
    ? []
    : await trx
        .selectFrom('software')
        .select('id')
        .where('authorizationStyle', '=', authorizationStyles.rtsm)
        .execute()
  const rtsm = new Set(hidden.map(({ id }) => id))
  const found: Both[] = []
  for (const studyId of asked.studyIds) found.push(...(await readAccess(source, studyId, at)))
  return found.filter(([row]) => !rtsm.has(row.softwareId))
}

/** Who had which access in the studies at the end of the period. */
export const accessSection: Section = {
  name: 'access',
  table: async (source) => {
    const { timeZone } = source.services.profile
    const time = (at: string | Date) => `${timeIn(timeZone)(at)} (${timeZone})`
    const { at, since, isTooEarly } = await instantOf(source)
    if (isTooEarly)
      return {
        ...titles,
        note: fileWords(({ notes }) => notes.accessEarly, { since: since ? time(since) : '' }),
        rows: [],
      }
    return {
      ...titles,
      note: fileWords(({ notes }) => notes.access, { at: time(at ?? new Date()) }),
      rows: (await readAccessAtEnd(source, at)).map(rowOf),
    }
  },
}
