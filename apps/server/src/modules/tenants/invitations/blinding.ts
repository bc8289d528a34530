import { authorizationStyles, blinding, codes, type ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { OpenInvitation } from './invitation.ts'

/**
 * Returns the distinct `blinding` values of a grant's roles. Every role that is not explicitly unblinded counts as
 * blinded.
 */
export const blindingsIn = ({ roles }: ProductGrant): number[] => [
  ...new Set(
    roles.map(({ isBlind }) => (isBlind === blinding.unblinded ? blinding.unblinded : blinding.blinded)),
  ),
]

interface Held {
  readonly tenantId: string
  readonly studyId: string
  /** Value of `blinding`. */
  readonly isBlind: number
  readonly tenantUserIds: readonly string[]
  readonly emailKeys: readonly string[]
}

/**
 * Returns the names or addresses of people who have a role with this blinding in a study, in any RTSM and any of its
 * environments, or an open invitation to such a role. Both accepted and pending grants count.
 */
export async function holdersOf(
  trx: Trx,
  { tenantId, studyId, isBlind, tenantUserIds, emailKeys }: Held,
): Promise<string[]> {
  const fits = isBlind === blinding.unblinded ? sql`= 0` : sql`<> 0`
  const { rows } = await sql<{ name: string }>`
    select distinct coalesce(app_user.full_name, invitation.email) as name
    from product_authorization held
    join study_url on study_url.tenant_id = held.tenant_id and study_url.id = held.study_url_id
    join software on software.id = study_url.software_id
    left join tenant_user on tenant_user.tenant_id = held.tenant_id and tenant_user.id = held.tenant_user_id
    left join app_user on app_user.id = tenant_user.user_id
    left join invitation on invitation.tenant_id = held.tenant_id and invitation.id = held.invitation_id
      and invitation.status = 'pending' and invitation.expires_at > now()
    where held.tenant_id = ${tenantId} and study_url.study_id = ${studyId}
      and software.authorization_style = ${authorizationStyles.rtsm}
      and (held.tenant_user_id = any(${tenantUserIds}) or invitation.email_key = any(${emailKeys}))
      and exists (
        select from jsonb_array_elements(
          case when held.state = 'refused' then '[]' else held.grants -> 'roles' end
            || coalesce(held.accepted_grants -> 'roles', '[]')
        ) as role where (role ->> 'isBlind')::int ${fits})
    order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

/** User who accepts an invitation. */
interface Accepting {
  readonly userId: string
  readonly tenantUserId: string
}

/**
 * Rejects an acceptance that would give users grants they made themselves, or both blinded and unblinded roles in one
 * study. Either can have changed since the invitation was sent.
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
    .select(['granted.grants', 'studyUrl.studyId', 'software.authorizationStyle'])
    // Rows of the previous version have no grantor; the inviter made those grants.
    .select(sql<string>`coalesce(granted.granted_by, invitation.invited_by)`.as('grantor'))
    .where('granted.tenantId', '=', tenantId)
    .where('granted.invitationId', '=', id)
    .execute()
  if (grants.some(({ grantor }) => grantor === userId)) reject(codes.forbidden, 'invitation.refusal.ownGrant')
  const held = { tenantId, tenantUserIds: [tenantUserId], emailKeys: [emailKey] }
  for (const { grants: grant, studyId, authorizationStyle } of grants) {
    if (authorizationStyle !== authorizationStyles.rtsm) continue
    for (const granted of blindingsIn(grant)) {
      const isBlind = granted === blinding.blinded ? blinding.unblinded : blinding.blinded
      if ((await holdersOf(trx, { ...held, studyId, isBlind })).length > 0)
        reject(codes.conflict, 'invitation.refusal.blinding')
    }
  }
}
