import { codes, maxOverrideDays, trainingOverrideEnd, trainingOverrideSave } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import type { Caller } from '../../platform/caller/caller.ts'
import { inTenants } from '../../platform/crud/index.ts'
import type { RunAs, Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, reject, rejectFields } from '../../platform/http/rejection.ts'
import { handle, type Route } from '../../platform/http/route.ts'
import { daysIn } from '../access/index.ts'
import { fullNameOf } from '../identity/identifiers/index.ts'
import { isShownTo } from '../studies/blinding/index.ts'
import { dayAfter } from './days.ts'
import { findMember, isOneself } from './people.ts'

interface Reading {
  readonly trx: Trx
  readonly as: RunAs
  readonly caller: Caller
}

/**
 * Finds what a person has in a study and product, and whether trainings are missing.
 * @throws Rejection 404 if the caller may not see it
 */
async function accessOf({ trx, as, caller }: Reading, studyUrlId: string, tenantUserId: string) {
  const found = await trx
    .selectFrom('studyUser')
    .leftJoin('productAuthorization', (join) =>
      join
        .onRef('productAuthorization.tenantId', '=', 'studyUser.tenantId')
        .onRef('productAuthorization.studyUrlId', '=', 'studyUser.studyUrlId')
        .onRef('productAuthorization.tenantUserId', '=', 'studyUser.tenantUserId'),
    )
    .select('studyUser.tenantId')
    .select(
      sql<boolean>`missing_trainings(study_user.tenant_id, study_user.study_url_id, study_user.tenant_user_id,
        applied_grants(product_authorization)) <> '{}'
        or missing_trainings(study_user.tenant_id, study_user.study_url_id, study_user.tenant_user_id,
        product_authorization.grants) <> '{}'`.as('isMissing'),
    )
    .where('studyUser.studyUrlId', '=', studyUrlId)
    .where('studyUser.tenantUserId', '=', tenantUserId)
    .where(inTenants(as, 'studyUser.tenantId'))
    .where(isShownTo(caller, 'studyUser.studyUrlId'))
    .limit(1)
    .executeTakeFirst()
  return found ?? reject(codes.notFound)
}

/** POST /training/override/save. */
const saveRoute = handle(trainingOverrideSave, async (work) => {
  const { trx, input, caller, services, audit } = work
  const { studyUrlId, tenantUserId, lastDay, reason } = input
  const days = daysIn(services.profile.timeZone)
  const today = days.today()
  const { tenantId, isMissing } = await accessOf(work, studyUrlId, tenantUserId)
  const person = (await findMember(trx, caller, { tenantId, tenantUserId })) ?? reject(codes.notFound)
  if (person.isOneself) reject(codes.forbidden, 'training.refusal.own')
  rejectFields(
    lastDay < today || lastDay > dayAfter(today, maxOverrideDays - 1)
      ? [fieldIssue('lastDay', 'training.rule.lastDay', { max: maxOverrideDays })]
      : [],
  )
  if (!isMissing) reject(codes.conflict, 'training.refusal.notMissing')
  const deciderName = await fullNameOf(trx, caller.userId)
  const before = await trx
    .updateTable('trainingOverride')
    .set({ endedAt: sql<Date>`now()`, endedBy: caller.userId, updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', tenantUserId)
    .where('endedAt', 'is', null)
    .returningAll()
    .execute()
  const after = await trx
    .insertInto('trainingOverride')
    .values({
      ...{ tenantId, id: uuidv7(), studyUrlId, tenantUserId, reason, lastDay },
      ...{ userId: person.userId, personName: person.fullName, decidedBy: caller.userId, deciderName },
      validUntil: days.end(lastDay) ?? reject(codes.invalid),
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  const [replaced] = before
  audit({
    entity: 'training_override',
    entityId: after.id,
    tenantId,
    ...(replaced && { before: { lastDay: replaced.lastDay, reason: replaced.reason } }),
    after,
  })
  return after.id
})

/** POST /training/override/end. */
const endRoute = handle(trainingOverrideEnd, async ({ trx, as, caller, input, audit }) => {
  const before = await trx
    .selectFrom('trainingOverride')
    .selectAll()
    .select(sql<boolean>`${isOneself(caller, 'training_override.user_id')}`.as('isOneself'))
    .where('id', '=', input.id)
    .where(inTenants(as, 'trainingOverride.tenantId'))
    .where(isShownTo(caller, 'trainingOverride.studyUrlId'))
    .forUpdate('trainingOverride')
    .executeTakeFirst()
  if (!before) return reject(codes.notFound)
  if (before.isOneself) reject(codes.forbidden, 'training.refusal.own')
  if (before.endedAt || before.validUntil.getTime() <= Date.now())
    reject(codes.conflict, 'training.refusal.ended')
  const after = await trx
    .updateTable('trainingOverride')
    .set({ endedAt: sql<Date>`now()`, endedBy: caller.userId, endReason: input.endReason })
    .set({ updatedAt: sql<Date>`now()`, rowVersion: before.rowVersion + 1 })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const { tenantId } = before
  audit({ entity: 'training_override', entityId: before.id, tenantId, before, after })
  return null
})

/** Routes of overrides. */
export const overrideRoutes: readonly Route[] = [saveRoute, endRoute]
