import {
  accessReviewChange,
  accessReviewChangeRole,
  accessReviewRevoke,
  languageOf,
  membershipStatus,
  type TextKey,
} from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { recordAudit } from '../../platform/audit/index.ts'
import { anonymous, type Caller } from '../../platform/caller/caller.ts'
import { toJson } from '../../platform/database/json.ts'
import type { AccessReviewItemTable } from '../../platform/database/tables/access-reviews.ts'
import { asPlatform, asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import { Rejection } from '../../platform/http/rejection.ts'
import type { AuditFacts, Services } from '../../platform/http/work.ts'
import { translator } from '../../platform/texts/translator.ts'
import { ordinaryUser, tenantMember } from '../access/index.ts'
import { changeBasics } from '../identity/users/index.ts'
import { cancelAuthorizations, extendAuthorizations } from '../studies/study-users/index.ts'
import { changeMembership } from '../tenants/tenant-users/index.ts'

/** Maximum number of decisions that are put into effect before the worker looks for other work. */
const batchSize = 200

export type Item = Selectable<AccessReviewItemTable>

type ItemKey = Pick<Item, 'tenantId' | 'id'>

/** A decision that is being put into effect. */
interface Applying {
  readonly trx: Trx
  readonly services: Services
  readonly item: Item
  /** The reviewer, whose rights decide whether it is possible. */
  readonly caller: Caller
}

/** Returns the reviewed authorization; undefined if it is gone. */
const authorizationOf = ({ trx, item }: Applying) =>
  trx
    .selectFrom('studyUser')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studyUser.tenantId')
        .onRef('studyUrl.id', '=', 'studyUser.studyUrlId'),
    )
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'studyUser.tenantId')
        .onRef('tenantUser.id', '=', 'studyUser.tenantUserId'),
    )
    .select('studyUser.id')
    .where('studyUser.tenantId', '=', item.tenantId)
    .where('studyUrl.studyId', '=', item.studyId)
    .where('studyUrl.softwareId', '=', item.softwareId)
    .where('tenantUser.userId', '=', item.userId)
    .where(sql<boolean>`study_user.study_site_id is not distinct from ${item.siteId}`)
    .executeTakeFirst()

/** Cancels an authorization, or gives it another last day, as the list of authorized users does. */
async function applyToAuthorization(applying: Applying): Promise<AuditFacts | undefined> {
  const { trx, services, item, caller } = applying
  const found = await authorizationOf(applying)
  if (!found) return undefined
  const meant = { isSite: item.siteId !== null, ids: [found.id] }
  const job = { trx, as: asPlatform, caller, services }
  if (item.answer === 'revoke') return cancelAuthorizations({ ...job, input: meant })
  const end = { accessUntil: item.answerUntil, unlimited: item.answerUnlimited }
  return extendAuthorizations({ ...job, input: { ...meant, ...end } })
}

/** Returns the new values of a membership or of the role in it. */
function membershipValues({ kind, answer, answerUntil, answerRoleId }: Item) {
  if (answer === 'change' && answerRoleId !== '') return { role: answerRoleId }
  if (answer === 'change') return kind === 'role' ? { roleUntil: answerUntil } : { accessUntil: answerUntil }
  return kind === 'role'
    ? { role: tenantMember.id, roleFrom: '', roleUntil: '' }
    : { enabled: membershipStatus.disabled }
}

/** Changes or disables a membership, as the list of tenant users does. */
async function applyToMembership({ trx, services, item, caller }: Applying): Promise<AuditFacts | undefined> {
  const found = await trx
    .selectFrom('tenantUser')
    .select('id')
    .where('tenantId', '=', item.tenantId)
    .where('userId', '=', item.userId)
    .executeTakeFirst()
  if (!found) return undefined
  const input = { id: found.id, ...membershipValues(item) }
  return changeMembership({ trx, as: asPlatform, caller, services, input })
}

/** Changes a system role, or takes it away, as the list of users does. */
async function applyToSystemRole({ trx, services, item, caller }: Applying): Promise<AuditFacts | undefined> {
  const values =
    item.answer === 'revoke'
      ? { roleId: ordinaryUser.id, roleFrom: '', roleUntil: '' }
      : item.answerRoleId !== ''
        ? { roleId: item.answerRoleId }
        : { roleUntil: item.answerUntil }
  let facts: AuditFacts | undefined
  const audit = (registered: AuditFacts) => {
    facts = registered
  }
  await changeBasics({ trx, services, caller, audit }, { id: item.userId }, values)
  return facts
}

const applyTo = (applying: Applying): Promise<AuditFacts | undefined> => {
  switch (applying.item.kind) {
    case 'study':
      return applyToAuthorization(applying)
    case 'system':
      return applyToSystemRole(applying)
    default:
      return applyToMembership(applying)
  }
}

/** Reads and locks a decision that has to be put into effect; undefined if another process does so. */
const pendingItem = (trx: Trx, { tenantId, id }: ItemKey) =>
  trx
    .selectFrom('accessReviewItem')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .where('applied', '=', 'pending')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()

/** Path of the call that made a decision, by which the trail describes what follows from it. */
const callOf = ({ answer, answeredBy, answerRoleId }: Item): string => {
  if (answeredBy === null) return ''
  if (answer === 'revoke') return accessReviewRevoke.path
  return answerRoleId === '' ? accessReviewChange.path : accessReviewChangeRole.path
}

/** Returns the reviewer as the actor of an event; nobody if the review itself revoked the access. */
async function actorOf(trx: Trx, { answeredBy }: Item) {
  if (answeredBy === null) return { actorId: null, actorName: '' }
  const user = await trx
    .selectFrom('appUser')
    .select('userName')
    .where('id', '=', answeredBy)
    .executeTakeFirst()
  return { actorId: answeredBy, actorName: user?.userName ?? '' }
}

/** Returns why the access changes, with the name of the review. */
async function reasonOf(trx: Trx, { tenantId, reviewId, answeredBy, answerReason }: Item): Promise<string> {
  const { name, language } = await trx
    .selectFrom('accessReview')
    .select(['name', 'language'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', reviewId)
    .executeTakeFirstOrThrow()
  const t = translator(languageOf(language))
  return answeredBy === null
    ? t('accessReview.becauseOfEnd', { name })
    : t('accessReview.because', { name, reason: answerReason })
}

/** Notes whether a decision is in effect, with an event in the trail. */
async function note(trx: Trx, before: Item, outcome: Pick<Item, 'applied'> & { failure: string | null }) {
  const after = await trx
    .updateTable('accessReviewItem')
    .set({ ...outcome, rowVersion: before.rowVersion + 1, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', before.tenantId)
    .where('id', '=', before.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordAudit(trx, {
    ...(await actorOf(trx, before)),
    ...{ tenantId: before.tenantId, call: callOf(before), entity: 'access_review_item' },
    ...{ entityId: before.reviewId, before: { list: [before] }, after: { list: [after] } },
  })
}

/** Returns the text of a rejection: of the first field, if it is about fields. */
const textOf = ({ issues, key, params }: Rejection): { key: TextKey; params: Record<string, unknown> } => {
  const [issue] = issues ?? []
  if (!issue) return { key, params }
  return { key: issue.message as TextKey, params: 'params' in issue ? (issue.params ?? {}) : {} }
}

/**
 * Puts a decision into effect, all of it or nothing, with the rights of calls that change access. Access that is gone
 * needs no change.
 */
async function applyOne(services: Services, key: ItemKey): Promise<void> {
  const { db } = services
  try {
    await inTransaction(db, asPlatform, async (trx) => {
      const item = await pendingItem(trx, key)
      if (!item) return
      // The reviewer's rights are read again, by id. Nobody has decided: those of the reviewer who should have.
      const caller = { ...anonymous, userId: item.answeredBy ?? item.reviewerId ?? '' }
      const facts = await applyTo({ trx, services, item, caller })
      if (facts)
        await recordAudit(trx, {
          ...{ tenantId: item.tenantId, ...facts, ...(await actorOf(trx, item)) },
          ...{ call: callOf(item), reason: await reasonOf(trx, item) },
        })
      await note(trx, item, { applied: 'done', failure: null })
    })
  } catch (error) {
    if (!(error instanceof Rejection)) throw error
    await inTransaction(db, asPlatform, async (trx) => {
      const item = await pendingItem(trx, key)
      if (item) await note(trx, item, { applied: 'failed', failure: toJson(textOf(error)) })
    })
  }
}

/**
 * Puts decisions into effect, oldest first, each in a transaction of its own.
 * @param stopping ends the work after the transaction in progress
 * @throws the first error, after the other decisions
 */
export async function applyDecisions(services: Services, stopping?: AbortSignal): Promise<void> {
  const pending = await inTransaction(
    services.db,
    asSystem,
    (trx) =>
      trx
        .selectFrom('accessReviewItem')
        .select(['tenantId', 'id'])
        .where('applied', '=', 'pending')
        .orderBy('answeredAt')
        .limit(batchSize)
        .execute(),
    { readOnly: true },
  )
  const errors: unknown[] = []
  for (const key of pending) {
    if (stopping?.aborted) break
    await applyOne(services, key).catch((error: unknown) => errors.push(error))
  }
  if (errors.length > 0) throw errors[0]
}
