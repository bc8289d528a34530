import type { Language, TrailFinding, TrailReview } from '@atrium/contract'
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import { nameIn } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { TrailReviewFindingTable } from '../../platform/database/tables/trail-reviews.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Work } from '../../platform/http/work.ts'
import { daysIn } from '../access/index.ts'
import { masked } from '../pseudonyms/index.ts'
import { isUnblindedEverywhere } from '../studies/blinding/index.ts'
import { isReviewer } from './reviewers.ts'

/** What a presentation depends on. */
export type Reading = Pick<Work<never>, 'trx' | 'as' | 'caller' | 'language' | 't' | 'services'>

/** Returns the condition that a caller may see a look or finding: those of others may reveal what blinding hides. */
export const isPartShownTo = (caller: Reading['caller'], author: string) =>
  sql<boolean>`(${sql.ref(author)} = ${caller.userId} or ${isUnblindedEverywhere(caller)})`

export const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

const columns = [
  ...(['id', 'tenantId', 'name', 'studyId', 'reviewers', 'areas', 'fromDay', 'dueDay'] as const),
  ...(['everyMonths', 'state', 'previousId', 'fromAt', 'untilAt', 'concluderName', 'concludedAt'] as const),
  ...(['concludedBy', 'isPartial', 'rowVersion'] as const),
] as const

/** Adds the columns of a review as it is shown. */
export const withColumns = (
  rows: SelectQueryBuilder<Database, 'trailReview', object>,
  { caller }: Pick<Reading, 'caller'>,
) =>
  rows.select(columns.map((column) => `trailReview.${column}` as const)).select((eb) => {
    const findings = eb
      .selectFrom('trailReviewFinding')
      .whereRef('trailReviewFinding.tenantId', '=', 'trailReview.tenantId')
      .whereRef('trailReviewFinding.reviewId', '=', 'trailReview.id')
      .where(isPartShownTo(caller, 'trailReviewFinding.foundBy'))
    return [
      eb
        .selectFrom('study')
        .select('study.studyName')
        .whereRef('study.tenantId', '=', 'trailReview.tenantId')
        .whereRef('study.id', '=', 'trailReview.studyId')
        .as('studyName'),
      findings.select((each) => each.fn.countAll<number>().as('count')).as('findingCount'),
      findings
        .where('trailReviewFinding.outcome', '=', '')
        .select((each) => each.fn.countAll<number>().as('count'))
        .as('openFindings'),
    ]
  })

type ReviewRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Returns the full names of users by id. */
export async function namesOf(
  trx: Trx,
  ids: readonly string[],
  language: Language,
): Promise<ReadonlyMap<string, string>> {
  const rows = await trx
    .selectFrom('appUser')
    .select(['appUser.id', nameIn(language, 'appUser.fullName').as('name')])
    .where('appUser.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}

/** Writes the name that a record stores of a person. */
export type NameOf = (id: string | null, stored: string) => string

/** Returns how names in records are written: in English for people who still have the stored name and an English one. */
export async function storedNamesIn(
  trx: Trx,
  ids: readonly (string | null)[],
  language: Language,
): Promise<NameOf> {
  if (language === 'zh') return (_, stored) => stored
  const rows = await trx
    .selectFrom('appUser')
    .select(['appUser.id', 'appUser.fullName', 'appUser.fullNameEn'])
    .where('appUser.id', '=', sql<string>`any(${[...new Set(ids)]})`)
    .execute()
  const people = new Map(rows.map((row) => [row.id, row]))
  return (id, stored) => {
    const person = people.get(id ?? '')
    return (person?.fullName === stored && person.fullNameEn) || stored
  }
}

/** Returns reviews as the contract has them. */
export async function presentReviews(
  rows: readonly ReviewRow[],
  { trx, caller, language, services }: Reading,
): Promise<TrailReview[]> {
  const names = await namesOf(
    trx,
    rows.flatMap(({ reviewers }) => reviewers),
    language,
  )
  const today = daysIn(services.profile.timeZone).today()
  const shownRows = await masked(trx, rows)
  const nameOf = await storedNamesIn(
    trx,
    rows.map(({ concludedBy }) => concludedBy),
    language,
  )
  return shownRows.map(({ concludedBy, previousId, fromAt, untilAt, concludedAt, studyName, ...row }) => ({
    ...row,
    concluderName: nameOf(concludedBy, row.concluderName),
    studyName: studyName ?? '',
    people: row.reviewers.flatMap((id) => {
      const name = names.get(id)
      return name === undefined ? [] : [{ id, name }]
    }),
    isOverdue: (row.state === 'planned' || row.state === 'open') && row.dueDay < today,
    isRepeated: previousId !== null,
    ...{ fromTime: shown(fromAt), untilTime: shown(untilAt), concludedAt: shown(concludedAt) },
    ...{ findingCount: row.findingCount ?? 0, openFindings: row.openFindings ?? 0 },
    mayReview: isReviewer(row, caller),
  }))
}

/** Returns a finding as the contract has it. */
export const presentFinding = (
  row: Selectable<TrailReviewFindingTable>,
  { today, nameOf }: { readonly today: string; readonly nameOf: NameOf },
): TrailFinding => ({
  ...{ id: row.id, tenantId: row.tenantId, reviewId: row.reviewId, area: row.area, severity: row.severity },
  ...{ finding: row.finding, eventId: row.eventId, action: row.action, responsible: row.responsible },
  ...{ dueDay: row.dueDay, finderName: nameOf(row.foundBy, row.finderName), foundAt: shown(row.createdAt) },
  ...{
    outcome: row.outcome,
    closerName: nameOf(row.closedBy, row.closerName),
    closedAt: shown(row.closedAt),
  },
  isOverdue: row.outcome === '' && row.dueDay !== '' && row.dueDay < today,
  rowVersion: row.rowVersion,
})
