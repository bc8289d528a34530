import { codes, type studyUserRemove } from '@atrium/contract'
import { sql } from 'kysely'
import { reject } from '../../../platform/http/rejection.ts'
import type { Work } from '../../../platform/http/work.ts'
import { hidesGrants } from '../blinding/index.ts'
import { forgetGrants } from './forget-grants.ts'
import { isCallerAmong, type Meant, meantBy, meantRows } from './meant.ts'
import { linkOf } from './scope.ts'

type Job = Work<typeof studyUserRemove>

/** Rejects callers who would stop being blinded in a study, and then see who is unblinded there. */
async function rejectOwnBlinding(job: Job, meant: Meant) {
  if (!(await isCallerAmong(job, meant.people))) return
  if (await hidesGrants(job.trx, job.caller, await linkOf(job, meant.studyUrlId)))
    reject(codes.forbidden, 'studyUser.refusal.ownBlinding')
}

/** Handles POST /studyUser/remove/batch. It takes effect immediately, because opening a product reads these rows. */
export async function cancel(job: Job): Promise<null> {
  const { trx, audit } = job
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
  audit({ entity: 'study_user', entityId: studyUrlId, tenantId, before: { list } })
  return null
}
