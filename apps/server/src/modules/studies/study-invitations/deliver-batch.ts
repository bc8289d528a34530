import { type InvitationResponse, type Language, languageOf, type ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import { recordAudit } from '../../../platform/audit/index.ts'
import { derivedId } from '../../../platform/database/derived-id.ts'
import { asSystem, inTransaction, type Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { translator } from '../../../platform/texts/translator.ts'
import {
  type LinkedStudy,
  linkedStudy,
  ProductFailure,
  retriedReason,
  sendGrants,
} from '../../products/linked/index.ts'
import { setPeriods } from './period.ts'
import { queueRejectionMails, type Rejected } from './rejection-mail.ts'

/** Users whose grants are sent to a product in a single call. */
export interface Batch {
  readonly tenantId: string
  readonly batchId: string
}

/** Delivery result of one user. */
export interface DeliveryResult {
  /** `training`: the grant is not sent to the product while a required training is missing. */
  readonly state: 'training' | 'waiting' | 'accepted' | 'refused'
  /** Reason if the grant is not accepted; otherwise ''. */
  readonly message: string
}

/** Time for which a delivery is retried. */
const retryPeriod = sql`interval '1 day'`

/** Pause before the next attempt: half a minute, doubling up to an hour. */
const pause = sql`make_interval(secs => least(30 * 2 ^ least(attempts, 20), 3600))`

/** Names of the trainings for which a grant waits; null if it waits for none. */
const missingNames = sql<
  string[] | null
>`case when product_authorization.untrained_since is not null then array(
  select training.name from training where training.tenant_id = product_authorization.tenant_id
    and training.id = any (missing_trainings(product_authorization.tenant_id, product_authorization.study_url_id,
      product_authorization.tenant_user_id, product_authorization.grants))
  order by training.name) end`

/** Reads the undelivered rows of a batch in a fixed order. */
const waitingOf = (trx: Trx, { tenantId, batchId }: Batch) =>
  trx
    .selectFrom('productAuthorization')
    .innerJoin('tenantUser', (join) =>
      join
        .onRef('tenantUser.tenantId', '=', 'productAuthorization.tenantId')
        .onRef('tenantUser.id', '=', 'productAuthorization.tenantUserId'),
    )
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select(['productAuthorization.id', 'productAuthorization.rowVersion', 'productAuthorization.studyUrlId'])
    .select(['productAuthorization.grants', 'productAuthorization.language as spoken'])
    .select(['tenantUser.id as tenantUserId', 'appUser.id as userId', 'appUser.userName', 'appUser.fullName'])
    .select(['appUser.email', 'appUser.phone', 'appUser.language'])
    .select(missingNames.as('missing'))
    .where('productAuthorization.tenantId', '=', tenantId)
    .where('productAuthorization.batchId', '=', batchId)
    .where('productAuthorization.state', '=', 'waiting')
    .orderBy('productAuthorization.id')
    .execute()

type Waiting = Awaited<ReturnType<typeof waitingOf>>[number]

/** Call to be made, built from current data. Without rows, there is none. */
interface Delivery {
  readonly link: LinkedStudy
  readonly rows: readonly Waiting[]
  /** Results of people whose grants wait for a training, by tenant user id. */
  readonly untrained: ReadonlyMap<string, DeliveryResult>
  readonly grant: ProductGrant
  readonly language: Language
}

const lacking = (missing: readonly string[], language: Language): DeliveryResult => {
  const t = translator(language)
  const trainings = missing.join(t('studyInvitation.reason.separator'))
  return { state: 'training', message: t('studyInvitation.reason.training', { trainings }) }
}

const findDelivery = async (trx: Trx, batch: Batch): Promise<Delivery | undefined> => {
  const rows = await waitingOf(trx, batch)
  const [first] = rows
  const ofTenant = sql<boolean>`study_url.tenant_id = ${batch.tenantId}`
  const link = first && (await linkedStudy(trx, first.studyUrlId, ofTenant))
  if (!link) return undefined
  const language = languageOf(first.spoken)
  return {
    ...{ link, grant: first.grants, language },
    rows: rows.filter(({ missing }) => missing === null),
    untrained: new Map(
      rows.flatMap(({ tenantUserId, missing }) =>
        missing ? [[tenantUserId, lacking(missing, language)]] : [],
      ),
    ),
  }
}

/** Returns the product's result for each row; rows that the response omits remain waiting. */
const resultsOf = (
  rows: readonly Waiting[],
  { success, failure }: InvitationResponse,
  language: Language,
) => {
  const [accepted, refused] = [new Set(success), new Map(failure.map((one) => [one.userId, one.message]))]
  const unheard = translator(language)('product.answer')
  return new Map(
    rows.map(({ id, userId }): [string, DeliveryResult] => {
      const message = refused.get(userId)
      if (message !== undefined) return [id, { state: 'refused', message }]
      return [
        id,
        accepted.has(userId) ? { state: 'accepted', message: '' } : { state: 'waiting', message: unheard },
      ]
    }),
  )
}

const ofFailure = (failure: ProductFailure, language: Language): DeliveryResult => {
  if (failure.outcome === 'refused') return { state: 'refused', message: String(failure.params.message) }
  const { key, params } = retriedReason(failure)
  return { state: 'waiting', message: translator(language)(key, params) }
}

/** Calls the product; no transaction is open meanwhile. */
async function call(
  services: Services,
  { link, rows, grant, language }: Delivery,
): Promise<Map<string, DeliveryResult>> {
  const users = rows.map(({ userId, userName, fullName, email, phone, language: own }) => ({
    userId,
    userName,
    fullName,
    email,
    phone,
    language: languageOf(own),
  }))
  // The key depends on the data: if names or sites have changed since the last attempt, the product must treat the
  // call as a new operation.
  const results = JSON.stringify([
    rows.map(({ id, rowVersion }) => [id, rowVersion]),
    link.scope,
    users,
    grant,
  ])
  const idempotencyKey = derivedId(results)
  try {
    const response = await sendGrants(services, { link, users, grant, idempotencyKey, language })
    return resultsOf(rows, response, language)
  } catch (error) {
    if (!(error instanceof ProductFailure)) throw error
    const results = ofFailure(error, language)
    return new Map(rows.map(({ id }) => [id, results]))
  }
}

/** SQL condition: the rows have not changed since they were read. */
const areUnchanged = (rows: readonly Waiting[]) => sql<boolean>`product_authorization.state = 'waiting'
  and (product_authorization.id, product_authorization.row_version) in (
    select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ rowVersion }) => rowVersion)}::int[]))`

const over = {
  refusedGrants: null,
  updatedAt: sql<Date>`now()`,
  nextAttemptAt: null,
  studyUserIds: [] as string[],
}

/** Stores that a product accepted grants, and ends the authorizations that they replace. */
async function keepAccepted(
  trx: Trx,
  { tenantId }: Batch,
  { grant, services }: Pick<Delivery, 'grant'> & { readonly services: Services },
  rows: readonly Waiting[],
): Promise<void> {
  const before = await trx
    .selectFrom('productAuthorization')
    .select(['id', 'studyUrlId', 'replacedStudyUserIds'])
    .where('tenantId', '=', tenantId)
    .where(areUnchanged(rows))
    .orderBy('id')
    .forUpdate()
    .execute()
  const [first] = before
  if (!first) return
  await trx
    .updateTable('productAuthorization')
    .set({ ...over, state: 'accepted', acceptedGrants: sql<string>`grants`, message: '' })
    .set({ replacedStudyUserIds: [] })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${before.map(({ id }) => id)})`)
    .execute()
  const list = await trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${before.flatMap((row) => row.replacedStudyUserIds)})`)
    .returningAll()
    .execute()
  await setPeriods(trx, { services }, grant, { tenantId, ids: before.map(({ id }) => id), of: 'all' })
  if (list.length === 0) return
  await recordAudit(trx, {
    actorId: null,
    actorName: '',
    tenantId,
    call: '',
    entity: 'study_user',
    entityId: first.studyUrlId,
    before: { list },
  })
}

/**
 * Stores a product's rejections with their reasons until an administrator decides on them. Grants that the product
 * accepted earlier apply again. The authorizations added with the rejected grants are deleted, which frees their
 * licence seats.
 * @returns the rejections
 */
async function keepRejected(
  trx: Trx,
  { tenantId }: Batch,
  rows: readonly Waiting[],
  results: ReadonlyMap<string, DeliveryResult>,
): Promise<Rejected[]> {
  const before = await trx
    .selectFrom('productAuthorization')
    .select(['id', 'studyUrlId', 'tenantUserId', 'state', 'studyUserIds'])
    .where('tenantId', '=', tenantId)
    .where(areUnchanged(rows))
    .orderBy('id')
    .forUpdate()
    .execute()
  const [first] = before
  if (!first) return []
  const ids = before.map(({ id }) => id)
  const messages = ids.map((id) => results.get(id)?.message ?? '')
  const after = await trx
    .updateTable('productAuthorization')
    .set({
      ...over,
      state: sql<
        'accepted' | 'refused'
      >`case when accepted_grants is null then 'refused' else 'accepted' end`,
      grants: sql<string>`coalesce(accepted_grants, grants)`,
      refusedGrants: sql<string>`case when accepted_grants is not null then grants end`,
      message: sql<string>`(select message from unnest(${ids}::text[], ${messages}::text[]) as results (id, message)
        where results.id = product_authorization.id)`,
      rowVersion: sql<number>`row_version + 1`,
    })
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${ids})`)
    .returning(['id', 'studyUrlId', 'tenantUserId', 'state', 'message as reason', 'grantedBy'])
    .execute()
  await trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${before.flatMap(({ studyUserIds }) => studyUserIds)})`)
    .execute()
  await recordAudit(trx, {
    actorId: null,
    actorName: '',
    tenantId,
    call: '',
    entity: 'product_authorization',
    entityId: first.studyUrlId,
    before: { list: before.map(({ studyUserIds: _, ...row }) => row) },
    after: { list: after },
  })
  return after
}

/**
 * Schedules the next attempt.
 * @returns the rows, with whether the retry period is over
 */
const keepWaiting = (trx: Trx, { tenantId }: Batch, rows: readonly Waiting[], message: string) =>
  trx
    .updateTable('productAuthorization')
    .set({
      attempts: sql<number>`attempts + 1`,
      message,
      nextAttemptAt: sql<Date>`now() + ${pause}`,
      updatedAt: sql<Date>`now()`,
    })
    .where('tenantId', '=', tenantId)
    .where(areUnchanged(rows))
    .returning(['id', sql<boolean>`waiting_since < now() - ${retryPeriod}`.as('isOver')])
    .execute()

/** Stores the product's results. @returns the rejections */
async function record(
  trx: Trx,
  services: Services,
  batch: Batch,
  { rows, grant, language }: Delivery,
  results: ReadonlyMap<string, DeliveryResult>,
): Promise<readonly Rejected[]> {
  const {
    accepted = [],
    refused = [],
    waiting = [],
  } = Object.groupBy(rows, ({ id }) => results.get(id)?.state ?? 'waiting')
  if (accepted.length > 0) await keepAccepted(trx, batch, { grant, services }, accepted)
  const rejections = refused.length > 0 ? await keepRejected(trx, batch, refused, results) : []
  if (waiting.length === 0) return rejections
  const reason = results.get(waiting[0]?.id ?? '')?.message ?? ''
  const kept = await keepWaiting(trx, batch, waiting, reason)
  const overdue = new Set(kept.filter(({ isOver }) => isOver).map(({ id }) => id))
  if (overdue.size === 0) return rejections
  const message = translator(language)('studyInvitation.reason.gaveUp', { reason })
  const given = new Map(
    [...overdue].map((id): [string, DeliveryResult] => [id, { state: 'refused', message }]),
  )
  const late = waiting.filter(({ id }) => overdue.has(id))
  return [...rejections, ...(await keepRejected(trx, batch, late, given))]
}

/**
 * Delivers a batch to its product and stores the results. If two processes deliver it concurrently, or it is
 * delivered twice, the product gets the same call and the result is stored once.
 * @param late whether the grantor's call has already ended; the grantor then gets a mail about rejections
 * @returns the results by tenant user id; empty if nothing is left to deliver
 */
export async function deliverBatch(
  services: Services,
  batch: Batch,
  { late }: { readonly late: boolean },
): Promise<ReadonlyMap<string, DeliveryResult>> {
  const { db } = services
  const found = await inTransaction(db, asSystem, (trx) => findDelivery(trx, batch), { readOnly: true })
  if (!found) return new Map()
  const { rows, untrained } = found
  if (rows.length === 0) return untrained
  const results = await call(services, found)
  await inTransaction(db, asSystem, async (trx) => {
    const rejections = await record(trx, services, batch, found, results)
    if (late) await queueRejectionMails(trx, services, batch.tenantId, rejections)
  })
  return new Map([
    ...untrained,
    ...rows.map(({ id, tenantUserId }): [string, DeliveryResult] => [
      tenantUserId,
      results.get(id) ?? { state: 'waiting', message: '' },
    ]),
  ])
}
