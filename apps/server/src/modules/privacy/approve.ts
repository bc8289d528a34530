import { codes, keyAtRunTime, privacyApprove } from '@atrium/contract'
import { reject } from '../../platform/http/rejection.ts'
import { handle } from '../../platform/http/route.ts'
import { rejectUnlessReaches } from '../access/index.ts'
import { lockHolds } from '../legal-holds/index.ts'
import { obstaclesOf } from './obstacles.ts'
import { pseudonymise } from './pseudonymise.ts'
import { decidableRequest, endRequest } from './request.ts'

/**
 * POST /privacy/approve: pseudonymises the person in the transaction that records the approval. Runs as the system,
 * since no caller's role may change all of the tables.
 */
export const approveRoute = handle(
  privacyApprove,
  async (work) => {
    const { trx, input, caller, language, t, audit } = work
    const before = await decidableRequest(work, input.id)
    const { userId } = before
    if (input.rowVersion !== undefined && before.rowVersion !== input.rowVersion)
      reject(codes.conflict, 'privacy.refusal.decided')
    await rejectUnlessReaches(trx, caller, userId)
    await trx.selectFrom('appUser').select('id').where('id', '=', userId).forUpdate().execute()
    await lockHolds(trx)
    const obstacles = (await obstaclesOf(trx, [userId])).get(userId) ?? []
    if (obstacles.length > 0) {
      const names = obstacles.map((obstacle) => t(keyAtRunTime(`privacy.obstacle.${obstacle}`)))
      reject(codes.conflict, 'privacy.refusal.obstacles', {
        obstacles: new Intl.ListFormat(language, { style: 'narrow' }).format(names),
      })
    }
    const pseudonym = await pseudonymise(trx, userId)
    const after = await endRequest(work, input.id, {
      state: 'approved',
      decisionReason: input.decisionReason,
      pseudonym,
    })
    audit({ entity: 'privacy_request', entityId: input.id, before, after })
    return null
  },
  { asSystem: true },
)
