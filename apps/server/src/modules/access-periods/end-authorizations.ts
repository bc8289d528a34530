import type { ProductGrant } from '@atrium/contract'
import { type Selectable, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { recordAudit } from '../../platform/audit/index.ts'
import type { StudyUserTable } from '../../platform/database/tables/studies.ts'
import { asSystem, inTransaction, type Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import { daysIn, remindedAt } from '../access/index.ts'
import { forgetGrants } from '../studies/study-users/index.ts'

/** A study that a tenant has linked with a product. */
interface Link {
  readonly tenantId: string
  readonly studyUrlId: string
}

type Authorization = Selectable<StudyUserTable>

/** Maximum number of authorizations that one transaction ends. */
const batchSize = 500

/** Returns the id of the tenant user, or of the invitation. */
const personOf = ({ tenantUserId, invitationId }: Pick<Authorization, 'tenantUserId' | 'invitationId'>) =>
  tenantUserId ?? invitationId ?? ''

const isOver = sql<boolean>`study_user.access_until <= now()`

/** Selects the authorizations of a linked study that are over. */
const overIn = (trx: Trx, { tenantId, studyUrlId }: Link) =>
  trx
    .selectFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where(isOver)
    .orderBy('id')

/** Deletes authorizations that are over, except those that a call is changing. */
async function deleteOver(trx: Trx, link: Link, ids: readonly string[]): Promise<Authorization[]> {
  const free = await overIn(trx, link)
    .select('id')
    .where('id', '=', sql<string>`any(${ids})`)
    .forUpdate()
    .skipLocked()
    .execute()
  return trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', link.tenantId)
    .where('id', '=', sql<string>`any(${free.map(({ id }) => id)})`)
    .returningAll()
    .execute()
}

/** Reads and locks the product grants of people, so that two processes do not end authorizations of the same people. */
const lockGrants = (trx: Trx, { tenantId, studyUrlId }: Link, people: readonly string[]) =>
  trx
    .selectFrom('productAuthorization')
    .select(['id', 'tenantUserId', 'invitationId', 'state', 'grants', 'grantedBy', 'replacedStudyUserIds'])
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where((eb) =>
      eb.or([
        eb('tenantUserId', '=', sql<string>`any(${people})`),
        eb('invitationId', '=', sql<string>`any(${people})`),
      ]),
    )
    .orderBy('id')
    .forUpdate()
    .execute()

type Grant = Awaited<ReturnType<typeof lockGrants>>[number]

/**
 * Returns new authorizations in place of those that are over, for people with a pending grant at the same sites. They
 * apply once the product accepts the grant.
 */
function continued({ profile }: Services, over: readonly Authorization[], grants: readonly Grant[]) {
  const days = daysIn(profile.timeZone)
  const endOf = ({ accessUntil = '' }: ProductGrant) => days.end(accessUntil)
  return grants.flatMap((pending) => {
    const accessUntil = endOf(pending.grants)
    if (pending.state !== 'waiting' || (accessUntil && accessUntil.getTime() <= Date.now())) return []
    const kept = over.filter(
      (row) => personOf(row) === personOf(pending) && !pending.replacedStudyUserIds.includes(row.id),
    )
    const rows = kept.map(({ tenantId, studyUrlId, studySiteId, tenantUserId, invitationId }) => ({
      ...{ tenantId, id: uuidv7(), studyUrlId, studySiteId, tenantUserId, invitationId },
      accessFrom: days.begin(pending.grants.accessFrom ?? ''),
      accessUntil,
      accessUntilBy: accessUntil && pending.grantedBy,
      accessReminded: remindedAt(accessUntil),
    }))
    return [{ grantId: pending.id, rows }]
  })
}

/**
 * Adds the new authorizations to the pending changes. People without any other authorization lose what the product had
 * accepted before.
 */
async function addContinued(
  trx: Trx,
  { tenantId, studyUrlId }: Link,
  changes: ReturnType<typeof continued>,
): Promise<Authorization[]> {
  const added: Authorization[] = []
  for (const { grantId, rows } of changes) {
    if (rows.length > 0)
      added.push(...(await trx.insertInto('studyUser').values(rows).returningAll().execute()))
    await sql`update product_authorization a set study_user_ids = study_user_ids || ${rows.map(({ id }) => id)}::text[]
      where tenant_id = ${tenantId} and id = ${grantId}`.execute(trx)
    await sql`update product_authorization a set accepted_grants = null
      where tenant_id = ${tenantId} and id = ${grantId} and accepted_grants is not null and not exists (
        select from study_user s where s.tenant_id = ${tenantId} and s.study_url_id = ${studyUrlId}
          and (s.tenant_user_id = a.tenant_user_id or s.invitation_id = a.invitation_id)
          and s.id <> all (a.study_user_ids))`.execute(trx)
  }
  return added
}

/**
 * Ends the next authorizations of a linked study that are over, as if somebody cancelled them.
 * @returns whether there may be more
 */
async function endNext(trx: Trx, services: Services, link: Link): Promise<boolean> {
  const due = await overIn(trx, link)
    .select(['id', 'tenantUserId', 'invitationId'])
    .limit(batchSize)
    .execute()
  const people = [...new Set(due.map(personOf))]
  const grants = await lockGrants(trx, link, people)
  const over = await deleteOver(
    trx,
    link,
    due.map(({ id }) => id),
  )
  if (over.length === 0) return false
  const list = await addContinued(trx, link, continued(services, over, grants))
  await forgetGrants(trx, { ...link, people: over.map(personOf) })
  await recordAudit(trx, {
    actorId: null,
    actorName: '',
    tenantId: link.tenantId,
    call: '',
    entity: 'study_user',
    entityId: link.studyUrlId,
    before: { list: over },
    ...(list.length > 0 && { after: { list } }),
  })
  return due.length === batchSize
}

const linksWithOver = (trx: Trx): Promise<Link[]> =>
  trx
    .selectFrom('studyUser')
    .select(['tenantId', 'studyUrlId'])
    .distinct()
    .where(isOver)
    .orderBy('tenantId')
    .orderBy('studyUrlId')
    .execute()

/**
 * Ends all authorizations whose last day is over. Several processes may do so concurrently.
 * @param stopping ends the work after the transaction in progress
 * @throws the first error, after the other studies
 */
export async function endAuthorizations(services: Services, stopping?: AbortSignal): Promise<void> {
  const { db } = services
  const errors: unknown[] = []
  for (const link of await inTransaction(db, asSystem, linksWithOver, { readOnly: true })) {
    try {
      let isMore = true
      while (isMore && !stopping?.aborted)
        isMore = await inTransaction(db, asSystem, (trx) => endNext(trx, services, link))
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}
