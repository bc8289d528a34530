import { authorizationStyles, blinding, codes } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { blindingsIn, holdersOf, onceUnblinded } from '../../studies/blinding/index.ts'
import { breaksDuties } from '../../studies/duties/index.ts'
import type { OpenInvitation } from './invitation.ts'

/** User who accepts an invitation. */
interface Accepting {
  readonly userId: string
  readonly tenantUserId: string
}

/**
 * Rejects an acceptance that would give users grants they made themselves, both blinded and unblinded roles in one
 * study, or other roles that nobody may hold together. Each can have changed since the invitation was sent.
 * @throws Rejection 403 or 409
 */
export async function rejectForbiddenGrants(
  trx: Trx,
  { tenantId, id, emailKey }: OpenInvitation,
  { userId, tenantUserId }: Accepting,
): Promise<void> {
  const grants = await trx
    .selectFrom('productAuthorization as granted')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'granted.tenantId')
        .onRef('studyUrl.id', '=', 'granted.studyUrlId'),
    )
    .innerJoin('software', 'software.id', 'studyUrl.softwareId')
    .innerJoin('invitation', (join) =>
      join
        .onRef('invitation.tenantId', '=', 'granted.tenantId')
        .onRef('invitation.id', '=', 'granted.invitationId'),
    )
    .select(['granted.grants', 'granted.studyUrlId', 'studyUrl.studyId', 'studyUrl.softwareId'])
    .select('software.authorizationStyle')
    // Rows of the previous version have no grantor; the inviter made those grants.
    .select(sql<string>`coalesce(granted.granted_by, invitation.invited_by)`.as('grantor'))
    .where('granted.tenantId', '=', tenantId)
    .where('granted.invitationId', '=', id)
    .execute()
  const requests = await trx
    .selectFrom('unblinding')
    .select('requestedBy as grantor')
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', id)
    .where('state', '=', 'requested')
    .execute()
  if ([...grants, ...requests].some(({ grantor }) => grantor === userId))
    reject(codes.forbidden, 'invitation.refusal.ownGrant')
  const held = { tenantId, tenantUserIds: [tenantUserId], emailKeys: [emailKey] }
  for (const { grants: grant, studyId, studyUrlId, softwareId, authorizationStyle } of grants) {
    if (await breaksDuties(trx, { ...held, studyId, studyUrlId, softwareId, grant }))
      reject(codes.conflict, 'duty.refusal.accepting')
    if (authorizationStyle !== authorizationStyles.rtsm) continue
    for (const granted of blindingsIn(grant)) {
      const isBlind = granted === blinding.blinded ? blinding.unblinded : blinding.blinded
      if ((await holdersOf(trx, { ...held, studyId, isBlind })).length > 0)
        reject(codes.conflict, 'invitation.refusal.blinding')
      if (granted === blinding.blinded && (await onceUnblinded(trx, { ...held, studyId })).length > 0)
        reject(codes.conflict, 'invitation.refusal.onceUnblinded')
    }
  }
}
