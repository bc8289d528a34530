import { authorizationStyles, blinding, type Call, type TextKey } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import { askRoles } from '../../products/linked/index.ts'
import { blindingsIn, holdersOf } from '../../tenants/invitations/index.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'

interface Granting {
  readonly invitation: StudyInvitation
  readonly studyId: string
  readonly people: readonly Person[]
}

/** Rejects grants that would give a person both blinded and unblinded roles in a study, including pending grants. */
export async function blindingIssues(
  trx: Trx,
  { invitation, studyId, people }: Granting,
): Promise<FieldIssue[]> {
  const { tenantId, style, grant, addresses, fields } = invitation
  if (style !== authorizationStyles.rtsm) return []
  const [granted, other] = blindingsIn(grant)
  if (granted === undefined) return []
  if (other !== undefined) return [fieldIssue(fields.roles, 'studyInvitation.rule.bothBlindings')]
  const opposite = granted === blinding.blinded ? blinding.unblinded : blinding.blinded
  const emailKeys = [...people.flatMap((person) => person.emailKey ?? []), ...addresses.map(emailKey)]
  const tenantUserIds = people.map(({ tenantUserId }) => tenantUserId)
  const holders = await holdersOf(trx, { tenantId, studyId, isBlind: opposite, tenantUserIds, emailKeys })
  const key: TextKey =
    opposite === blinding.blinded
      ? 'studyInvitation.rule.holdsBlinded'
      : 'studyInvitation.rule.holdsUnblinded'
  return holders.length > 0 ? [fieldIssue(fields.roles, key, { people: holders.join(', ') })] : []
}

/**
 * Asks RTSM for its roles, and rejects a role whose blinding in the invitation contradicts the product's own
 * statement. If the product makes no statement, the invitation decides.
 * @throws ProductFailure if the product does not respond, because its statement is then unknown
 */
export async function rejectOtherBlinding(
  { asCaller, services, language }: OwnWork<Call>,
  { tenantId, studyUrlId, style, grant, fields }: StudyInvitation,
): Promise<void> {
  if (style !== authorizationStyles.rtsm) return
  const link = await asCaller((trx) => linkIn({ trx }, tenantId, studyUrlId))
  // For another authorization style, saveInvitation rejects the call.
  if (link.authorizationStyle !== style) return
  rejectWithoutUrl(link)
  const { List = [] } = await askRoles(services, link, language)
  const wordOn = ({ projectId, roleId }: (typeof grant.roles)[number]) =>
    List.find(({ Id }) => Id === projectId)?.RoleList.find(({ Id }) => Id === roleId)?.IsBlind
  rejectFields(
    grant.roles.flatMap((role, index) => {
      const word = wordOn(role) ?? role.isBlind
      if (word === role.isBlind) return []
      const key: TextKey =
        word === blinding.blinded
          ? 'studyInvitation.rule.roleIsBlinded'
          : 'studyInvitation.rule.roleIsUnblinded'
      return [fieldIssue(`${fields.roles}.${index}.isBlind`, key)]
    }),
  )
}
