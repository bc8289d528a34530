import {
  type AccessReview,
  type AccessReviewItem,
  type AccessState,
  type EventSignature,
  globalTenantId,
  keyAtRunTime,
  type Language,
  type Translate,
} from '@atrium/contract'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import type { Caller } from '../../platform/caller/caller.ts'
import { inTenants, nameIn } from '../../platform/crud/index.ts'
import type { Database } from '../../platform/database/schema.ts'
import type { RunAs, Trx } from '../../platform/database/transaction.ts'
import { isOpenTo } from '../studies/blinding/index.ts'

/** SQL condition: the item is no RTSM authorization in a study in which the user is blinded. */
export const isItemShownTo = (caller: Pick<Caller, 'userId'>) =>
  sql<SqlBool>`(not access_review_item.is_rtsm or ${isOpenTo(caller, 'accessReviewItem.studyId')})`

/** Who reads, and in which language. */
export interface Reading {
  readonly trx: Trx
  readonly as: RunAs
  readonly caller: Caller
  readonly language: Language
  readonly t: Translate
}

type Reviews = SelectQueryBuilder<Database, 'accessReview', object>

/** Selects what is shown of reviews. The numbers count only access that the caller may see. */
export const withNumbers = (rows: Reviews, { caller, language }: Reading) =>
  rows
    .selectAll('accessReview')
    .select((eb) =>
      eb
        .selectFrom('study')
        .select('study.studyName')
        .whereRef('study.tenantId', '=', 'accessReview.tenantId')
        .whereRef('study.id', '=', 'accessReview.studyId')
        .as('studyName'),
    )
    .select(
      sql<{ id: string; name: string }[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('id', named.id, 'name', coalesce(${nameIn(language, 'appUser.fullName')}, ''))
          order by named.position), '[]')
        from unnest(access_review.reviewers) with ordinality as named (id, position)
        left join app_user on app_user.id = named.id)`.as('people'),
    )
    .select(
      sql<Readonly<Record<Counted, number>>>`(
        select jsonb_build_object(
          'itemCount', count(*) filter (where is_shown),
          'answered', count(*) filter (where is_shown and answer is not null),
          'confirmed', count(*) filter (where is_shown and answer = 'confirm'),
          'changed', count(*) filter (where is_shown and answer = 'change'),
          'revoked', count(*) filter (where is_shown and answer = 'revoke'),
          'pending', count(*) filter (where is_shown and applied = 'pending'),
          'failed', count(*) filter (where is_shown and applied = 'failed'),
          'orphans', count(*) filter (where is_shown and reviewer_id is null),
          'hidden', count(*) filter (where not is_shown))
        from (
          select answer, applied, reviewer_id, ${isItemShownTo(caller)} as is_shown from access_review_item
          where access_review_item.tenant_id = access_review.tenant_id
            and access_review_item.review_id = access_review.id
        ) as items)`.as('numbers'),
    )

type Counted =
  | 'itemCount'
  | 'answered'
  | 'confirmed'
  | 'changed'
  | 'revoked'
  | 'pending'
  | 'failed'
  | 'orphans'
  | 'hidden'

type Counts = Awaited<ReturnType<ReturnType<typeof withNumbers>['execute']>>[number]

const shown = (instant: Date | null): string => instant?.toISOString() ?? ''

/** Returns a review as the contract has it. The hash of a result depends on all access. */
export function presentReview(row: Counts): AccessReview {
  const { hidden, ...numbers } = row.numbers
  return {
    ...{ id: row.id, tenantId: row.tenantId, name: row.name, rowVersion: row.rowVersion },
    ...{ studyId: row.studyId, studyName: row.studyName ?? '', roleName: row.roleName },
    ...{ reviewers: row.reviewers, people: row.people, firstDay: row.firstDay, lastDay: row.lastDay },
    ...{ duration: row.duration, everyMonths: row.everyMonths, unanswered: row.unanswered },
    ...{ state: row.state, ...numbers, openedAt: shown(row.openedAt), closedAt: shown(row.closedAt) },
    ...{ closerName: row.closerName, conclusion: row.conclusion },
    resultSha256: hidden > 0 ? '' : row.resultSha256,
  }
}

/** Returns the signature on a result as the caller may see it. Its hash, too, depends on all access. */
export const signatureShown = (
  { numbers }: Pick<Counts, 'numbers'>,
  signature: EventSignature,
): EventSignature => (numbers.hidden > 0 ? { ...signature, hash: '' } : signature)

/** What an item keeps of the access report. */
interface Kept {
  readonly studyCode: string
  readonly isBlind: number | null
  readonly state: AccessState
  readonly accessFrom: string
  readonly accessUntil: string
  readonly since: string
  readonly zh: KeptNames
  readonly en: KeptNames
}

interface KeptNames {
  readonly fullName: string
  readonly studyName: string
  readonly siteName: string
  readonly softName: string
  readonly roles: string[]
  readonly grantedBy: string
}

/** Selects items, with their reviews, in the caller's tenants that the caller may see. */
export const itemsShown = ({ trx, as, caller }: Pick<Reading, 'trx' | 'as' | 'caller'>) =>
  trx
    .selectFrom('accessReviewItem')
    .innerJoin('accessReview', (join) =>
      join
        .onRef('accessReview.tenantId', '=', 'accessReviewItem.tenantId')
        .onRef('accessReview.id', '=', 'accessReviewItem.reviewId'),
    )
    .where(inTenants(as, 'accessReviewItem.tenantId'))
    .where(isItemShownTo(caller))

/** SQL condition: the caller may decide on an item now. */
export const mayAnswer = ({ userId }: Pick<Caller, 'userId'>) => sql<boolean>`(
  access_review.state = 'open' and access_review_item.reviewer_id is not distinct from ${userId}
  and coalesce(access_review_item.applied, 'failed') = 'failed')`

type Items = SelectQueryBuilder<Database, 'accessReviewItem' | 'accessReview', object>

/** Adds the columns of items as they are shown. */
export const withColumns = (rows: Items, { caller, language }: Reading) =>
  rows
    .selectAll('accessReviewItem')
    .select(['accessReview.name as reviewName', 'accessReview.lastDay'])
    .select(mayAnswer(caller).as('mayAnswer'))
    .select((eb) => [
      eb
        .selectFrom('tenant')
        .select('tenant.tenantName')
        .whereRef('tenant.id', '=', 'accessReviewItem.tenantId')
        .as('tenantName'),
      eb
        .selectFrom('appUser')
        .select(nameIn(language, 'appUser.fullName').as('name'))
        .whereRef('appUser.id', '=', 'accessReviewItem.reviewerId')
        .as('reviewerName'),
      eb
        .selectFrom('role')
        .select(nameIn(language, 'role.name').as('name'))
        .whereRef('role.id', '=', 'accessReviewItem.answerRoleId')
        .as('roleNow'),
    ])

type ItemRow = Awaited<ReturnType<ReturnType<typeof withColumns>['execute']>>[number]

/** Returns an item as the contract has it. A reviewer whom the caller may not see is one of the platform. */
export function presentItem(
  row: ItemRow,
  { language, t }: Pick<Reading, 'language' | 't'>,
): AccessReviewItem {
  const { zh, en, ...facts } = row.shown as Kept
  const platform = t('accessReport.platform')
  const failure = row.failure as { readonly key: string; readonly params: Record<string, unknown> } | null
  return {
    ...{ id: row.id, reviewId: row.reviewId, reviewName: row.reviewName, lastDay: row.lastDay },
    ...{ tenantId: row.tenantId, kind: row.kind, userId: row.userId, userName: row.userName },
    softwareId: row.softwareId ?? '',
    tenantName: row.tenantId === globalTenantId ? platform : (row.tenantName ?? ''),
    ...(language === 'en' ? en : zh),
    ...facts,
    ...{ lastSignIn: shown(row.lastSignIn), unusual: row.unusual },
    reviewerName: row.reviewerId === null ? '' : (row.reviewerName ?? platform),
    ...{ answer: row.answer, answerUntil: row.answerUntil, answerUnlimited: row.answerUnlimited },
    answerRole: row.answerRoleId === '' ? '' : (row.roleNow ?? row.answerRole),
    ...{ answerReason: row.answerReason, answererName: row.answererName, answeredAt: shown(row.answeredAt) },
    applied: row.applied,
    failure: failure ? t(keyAtRunTime(failure.key), { field: '', ...failure.params }).trim() : '',
    mayAnswer: row.mayAnswer,
  }
}
