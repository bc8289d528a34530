import {
  accessReviewCancel,
  accessReviewChoices,
  accessReviewRoles,
  accessReviewSave,
  codes,
  globalTenantId,
  type Option,
  productNameIn,
  type RequestOf,
} from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { checkWritable, inTenants, nameIn, rejectStale } from '../../platform/crud/index.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import type { Work } from '../../platform/http/work.ts'
import { daysIn, grantableRoles, grantableRolesIn } from '../access/index.ts'
import { readRows } from '../access-report/index.ts'
import { checkReviewed } from './list.ts'
import { lastDayOf } from './open.ts'
import { reviewersIn } from './reviewers.ts'

/** Maximum number of people, studies or roles to choose from. */
const maxChoices = 1_000

/** Maximum number of accesses whose roles are offered. */
const maxRead = 100_000

type Saving = Work<typeof accessReviewSave>

/** Reads and locks a review of the caller's tenants. @throws Rejection 404 if there is none */
export async function reviewForUpdate({ trx, as }: Pick<Saving, 'trx' | 'as'>, id: string) {
  const found = await trx
    .selectFrom('accessReview')
    .selectAll()
    .where('id', '=', id)
    .where(inTenants(as, 'accessReview.tenantId'))
    .forUpdate()
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** Returns issues with the study and the reviewers of a review. */
async function referenceIssues({ trx }: Saving, input: RequestOf<typeof accessReviewSave>) {
  const { tenantId, studyId, reviewers } = input
  const issues: FieldIssue[] = []
  const study =
    studyId !== '' &&
    (await trx
      .selectFrom('study')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('id', '=', studyId)
      .executeTakeFirst())
  if (study === undefined) issues.push(fieldIssue('studyId', 'rule.reference'))
  const able = await reviewersIn(trx, tenantId)
    .select('appUser.id')
    .where('appUser.id', '=', sql<string>`any(${reviewers})`)
    .execute()
  if (able.length < new Set(reviewers).size)
    issues.push(fieldIssue('reviewers', 'accessReview.rule.reviewers'))
  return issues
}

/** POST /accessReview/save. */
export const saveRoute = handle(accessReviewSave, async (work) => {
  const { trx, input, caller, language, audit, services } = work
  const { id, rowVersion, reviewers, ...fields } = input
  const { tenantId, firstDay, duration } = fields
  const before = id === '' ? undefined : await reviewForUpdate(work, id)
  await checkWritable(work, tenantId)
  const values = {
    ...{ ...fields, reviewers: [...new Set(reviewers)], lastDay: lastDayOf(firstDay, duration) },
    ...{ ownerId: caller.userId, language },
  }
  if (before && before.state !== 'planned') reject(codes.conflict, 'accessReview.refusal.begun')
  if (before && rowVersion !== undefined) await rejectStale(trx, 'access_review', before, values, rowVersion)
  const today = daysIn(services.profile.timeZone).today()
  rejectFields([
    ...(before && before.tenantId !== tenantId ? [fieldIssue('tenantId', 'rule.fixed')] : []),
    ...(firstDay < today && firstDay !== before?.firstDay
      ? [fieldIssue('firstDay', 'accessReview.rule.begun')]
      : []),
    ...(await referenceIssues(work, input)),
  ])
  const after = before
    ? await trx
        .updateTable('accessReview')
        .set({ ...values, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
        .where('tenantId', '=', tenantId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirstOrThrow()
    : await trx
        .insertInto('accessReview')
        .values({ ...values, id: uuidv7() })
        .returningAll()
        .executeTakeFirstOrThrow()
  audit({ entity: 'access_review', entityId: after.id, tenantId, ...(before && { before }), after })
  return after.id
})

/** POST /accessReview/cancel. Decisions that wait for their effect are still put into effect. */
export const cancelRoute = handle(accessReviewCancel, async (work) => {
  const { trx, input, audit } = work
  const before = await reviewForUpdate(work, input.id)
  const { tenantId, id } = before
  if (before.state !== 'planned' && before.state !== 'open')
    reject(codes.conflict, 'accessReview.refusal.over')
  const after = await trx
    .updateTable('accessReview')
    .set({ state: 'cancelled', rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
  audit({ entity: 'access_review', entityId: id, tenantId, before, after })
  return null
})

/** Returns the names of the roles that somebody has, with those in the caller's language. */
async function rolesHeld(work: Work<typeof accessReviewChoices>): Promise<Option[]> {
  const { trx, caller, input } = work
  const { tenantId } = input
  const filters = {
    ...{ tenantId, studyId: '', siteId: '', userId: '', softwareId: '', state: undefined, keyWord: '' },
  }
  const question = { tenants: [tenantId], at: null, compareWith: undefined, filters, caller }
  const read = (language: 'zh' | 'en') => readRows(trx, { ...question, language, limit: maxRead, offset: 0 })
  const { list } = await read('zh')
  const shown = work.language === 'en' ? (await read('en')).list : list
  const english = new Map(shown.map((row) => [row.id, row.roles] as const))
  const roles = new Map<string, string>()
  for (const { id, roles: names } of list)
    for (const [position, name] of names.entries())
      roles.set(productNameIn('zh', name), productNameIn(work.language, english.get(id)?.[position] ?? name))
  return [...roles]
    .map(([code, desc]) => ({ code, desc }))
    .toSorted((one, other) => one.desc.localeCompare(other.desc, work.language))
    .slice(0, maxChoices)
}

/** POST /accessReview/choices. */
export const choicesRoute = handle(accessReviewChoices, async (work) => {
  const { trx, input, language } = work
  const { tenantId } = input
  await checkReviewed(work, tenantId)
  const reviewers = await reviewersIn(trx, tenantId)
    .select([
      'appUser.id as code',
      sql<string>`${nameIn(language, 'appUser.fullName')} || ' (' || app_user.user_name || ')'`.as('desc'),
    ])
    .orderBy('desc')
    .limit(maxChoices)
    .execute()
  const studies =
    tenantId === globalTenantId
      ? []
      : await trx
          .selectFrom('study')
          .select(['id as code', 'studyName as desc'])
          .where('tenantId', '=', tenantId)
          .orderBy('studyName')
          .limit(maxChoices)
          .execute()
  return { reviewers, studies, roles: await rolesHeld(work) }
})

/** POST /accessReview/roles. */
export const rolesRoute = handle(accessReviewRoles, async (work) => {
  const { trx, input, caller, language } = work
  const { tenantId } = input
  await checkReviewed(work, tenantId)
  const roles =
    tenantId === globalTenantId
      ? grantableRoles({ caller, trx })
      : grantableRolesIn({ caller, trx }, tenantId)
  return roles
    .select(['role.id as code', nameIn(language, 'role.name').as('desc')])
    .orderBy('role.createdAt')
    .orderBy('role.id')
    .execute()
})
