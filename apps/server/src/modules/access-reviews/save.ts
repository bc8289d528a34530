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
import { daysIn, grantableRoles, grantableRolesIn, ordinaryUser } from '../access/index.ts'
import { isShownTo } from '../studies/blinding/index.ts'
import { checkReviewed } from './list.ts'
import { lastDayOf } from './open.ts'
import { reviewersIn } from './reviewers.ts'

/** Maximum number of people, studies or roles to choose from. */
const maxChoices = 1_000

/** A role, in Chinese and in English. */
interface Named {
  readonly name: string
  readonly english: string
}

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

/** Returns the names of the roles that somebody has, as the access report has them, in the caller's language. */
async function rolesHeld({
  trx,
  caller,
  language,
  input,
}: Work<typeof accessReviewChoices>): Promise<Option[]> {
  const { tenantId } = input
  const ofRole = sql`select role.name, coalesce(nullif(role.name_en, ''), role.name) as english`
  const { rows } =
    tenantId === globalTenantId
      ? await sql<Named>`
          ${ofRole} from role
          where role.id <> ${ordinaryUser.id} and exists (select from app_user where app_user.role_id = role.id)`.execute(
          trx,
        )
      : await sql<Named>`
          ${ofRole} from role
          where exists (select from tenant_user where tenant_id = ${tenantId} and role_id = role.id)
          union
          select each.name, each.name
          from product_authorization p
            cross join lateral (
              select coalesce(p.accepted_grants, case when p.state <> 'refused' then p.grants end) as given) applied
            cross join lateral (
              select coalesce(nullif(given ->> 'generalRoleName', ''), given ->> 'generalRoleId') as name
              union all
              select coalesce(nullif(one ->> 'roleName', ''), one ->> 'roleId')
              from jsonb_array_elements(given -> 'roles') one) each
          where p.tenant_id = ${tenantId} and p.tenant_user_id is not null and each.name <> ''
            and ${isShownTo(caller, 'p.studyUrlId')}`.execute(trx)
  const roles = new Map(
    rows.map(({ name, english }) => [
      productNameIn('zh', name),
      productNameIn(language, language === 'en' ? english : name),
    ]),
  )
  return [...roles]
    .map(([code, desc]) => ({ code, desc }))
    .toSorted((one, other) => one.desc.localeCompare(other.desc, language))
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
