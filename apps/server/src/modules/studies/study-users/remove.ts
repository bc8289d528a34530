import { codes, type studyUserRemove } from '@atrium/contract'
import { sql } from 'kysely'
import { reject } from '../../../platform/http/rejection.ts'
import type { AuditFacts, Work } from '../../../platform/http/work.ts'
import { hidesGrants } from '../blinding/index.ts'
import { forgetGrants } from './forget-grants.ts'
import { isCallerAmong, type Meant, meantBy, meantRows } from './meant.ts'
import { linkOf } from './scope.ts'

type Job = Pick<Work<typeof studyUserRemove>, 'trx' | 'as' | 'caller' | 'input'>

/** Rejects callers who would stop being blinded in a study, and then see who is unblinded there. */
async function rejectOwnBlinding(job: Job, meant: Meant) {
  if (!(await isCallerAmong(job, meant.people))) return
  if (await hidesGrants(job.trx, job.caller, await linkOf(job, meant.studyUrlId)))
    reject(codes.forbidden, 'studyUser.refusal.ownBlinding')
}

/**
 * Cancels authorizations. It takes effect immediately, because opening a product reads these rows.
 * @returns what the audit trail shows of it
 */
export async function cancelAuthorizations(job: Job): Promise<AuditFacts> {
  const { trx } = job
  const meant = await meantBy(job)
  const { tenantId, studyUrlId } = meant
  await rejectOwnBlinding(job, meant)
  const list = await meantRows(job, meant)
  await trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('id', '=', sql<string>`any(${list.map(({ id }) => id)})`)
    .execute()
  await forgetGrants(trx, meant)
  return { entity: 'study_user', entityId: studyUrlId, tenantId, before: { list } }
}

/** Handles POST /studyUser/remove/batch. */
export async function cancel(job: Work<typeof studyUserRemove>): Promise<null> {
  job.audit(await cancelAuthorizations(job))
  return null
}
