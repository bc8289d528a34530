import { codes, type studyUserRemove } from '@atrium/contract'
import { sql } from 'kysely'
import { inTenants } from '../../../platform/crud/index.ts'
import { reject, rejectField } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { hidesGrants } from '../blinding/index.ts'
import { linkOf } from './scope.ts'

type Job = Work<typeof studyUserRemove>

const gone = () => reject(codes.notFound, 'studyUser.refusal.gone')

/** Finds the study link and the users of the authorizations to cancel. */
async function meantBy({ trx, as, input }: Job) {
  const found = await trx
    .selectFrom('studyUser')
    .select(['tenantId', 'studyUrlId', 'tenantUserId'])
    .where('id', '=', sql<string>`any(${input.ids})`)
    .where('tenantUserId', 'is not', null)
    .where(inTenants(as, 'studyUser.tenantId'))
    .execute()
  const [first] = found
  if (!first || found.length < input.ids.length) return gone()
  const { tenantId, studyUrlId } = first
  if (found.some((row) => row.studyUrlId !== studyUrlId)) rejectField('ids', 'rule.reference')
  return { tenantId, studyUrlId, people: [...new Set(found.map((row) => row.tenantUserId))] }
}

type Meant = Awaited<ReturnType<typeof meantBy>>

/** Rejects callers who would stop being blinded in a study, and then see who is unblinded there. */
async function rejectOwnBlinding(job: Job, { studyUrlId, people }: Meant) {
  const { trx, caller } = job
  const own = await trx
    .selectFrom('tenantUser')
    .select('id')
    .where('userId', '=', caller.userId)
    .where('id', '=', sql<string>`any(${people})`)
    .executeTakeFirst()
  if (own && (await hidesGrants(trx, caller, await linkOf(job, studyUrlId))))
    reject(codes.forbidden, 'studyUser.refusal.ownBlinding')
}

/** Reads and locks all study authorizations of the users, in a fixed order. */
const held = ({ trx }: Job, { tenantId, studyUrlId, people }: Meant) =>
  trx
    .selectFrom('studyUser')
    .selectAll()
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${people})`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** Deletes the product grants of users who are no longer authorized in the study. */
const forgetGrants = ({ trx }: Job, { tenantId, studyUrlId, people }: Meant) =>
  trx
    .deleteFrom('productAuthorization')
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where('tenantUserId', '=', sql<string>`any(${people})`)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('studyUser')
            .select('studyUser.id')
            .where('studyUser.tenantId', '=', tenantId)
            .where('studyUser.studyUrlId', '=', studyUrlId)
            .whereRef('studyUser.tenantUserId', '=', 'productAuthorization.tenantUserId'),
        ),
      ),
    )
    .execute()

/** Handles POST /studyUser/remove/batch. It takes effect immediately, because opening a product reads these rows. */
export async function cancel(job: Job): Promise<null> {
  const { trx, input, audit } = job
  const meant = await meantBy(job)
  const { tenantId, studyUrlId } = meant
  await rejectOwnBlinding(job, meant)
  const rows = await held(job, meant)
  const ids = new Set(input.ids)
  const named = rows.filter(({ id }) => ids.has(id))
  // Another call has already deleted some of them.
  if (named.length < ids.size) gone()
  if (input.isSite && rows.some(({ studySiteId }) => studySiteId === null))
    reject(codes.conflict, 'studyUser.refusal.wholeStudy')
  const list = input.isSite ? named : rows
  await trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${list.map(({ id }) => id)})`)
    .execute()
  await forgetGrants(job, meant)
  audit({ entity: 'study_user', entityId: studyUrlId, tenantId, before: { list } })
  return null
}
