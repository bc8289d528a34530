import { authorizationStyles, blinding, type Call, codes, type TextKey } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { type FieldIssue, fieldIssue, reject, rejectFields } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { emailKey } from '../../identity/identifiers/index.ts'
import { askRoles } from '../../products/linked/index.ts'
import { blindingsIn, holdersOf, onceUnblinded } from '../blinding/index.ts'
import type { Person, StudyInvitation } from './invitation.ts'
import { linkIn, rejectWithoutUrl } from './link.ts'

interface Granting {
  readonly invitation: StudyInvitation
  readonly studyId: string
  readonly people: readonly Person[]
}

/** Identifies the people of a grant, and its study. */
const peopleIn = ({ invitation, studyId, people }: Granting) => ({
  ...{ tenantId: invitation.tenantId, studyId },
  tenantUserIds: people.map(({ tenantUserId }) => tenantUserId),
  emailKeys: [...people.flatMap((person) => person.emailKey ?? []), ...invitation.addresses.map(emailKey)],
})

/**
 * Rejects grants that would give a person both blinded and unblinded roles in a study, including pending grants, or a
 * blinded role to a person who was unblinded there before.
 */
export async function blindingIssues(trx: Trx, granting: Granting): Promise<FieldIssue[]> {
  const { style, grant, fields } = granting.invitation
  if (style !== authorizationStyles.rtsm) return []
  const [granted, other] = blindingsIn(grant)
  if (granted === undefined) return []
  if (other !== undefined) return [fieldIssue(fields.roles, 'studyInvitation.rule.bothBlindings')]
  const opposite = granted === blinding.blinded ? blinding.unblinded : blinding.blinded
  const names = await holdersOf(trx, { ...peopleIn(granting), isBlind: opposite })
  const key: TextKey =
    opposite === blinding.blinded
      ? 'studyInvitation.rule.holdsBlinded'
      : 'studyInvitation.rule.holdsUnblinded'
  if (names.length > 0) return [fieldIssue(fields.roles, key, { people: names.join(', ') })]
  const former = granted === blinding.blinded ? await onceUnblinded(trx, peopleIn(granting)) : []
  if (former.length === 0) return []
  return [fieldIssue(fields.roles, 'studyInvitation.rule.onceUnblinded', { people: former.join(', ') })]
}

/**
 * Issues with a grant in RTSM by a caller who is blinded in the study. They grant blinded roles to people who have
 * nothing there; an answer about anybody else would reveal who is unblinded.
 * @throws Rejection 403 if the grant has an unblinded role
 */
export async function issuesForBlinded(trx: Trx, granting: Granting): Promise<FieldIssue[]> {
  const { grant, fields } = granting.invitation
  if (blindingsIn(grant).includes(blinding.unblinded))
    reject(codes.forbidden, 'studyInvitation.refusal.blinded')
  const names = await holdersOf(trx, { ...peopleIn(granting), isBlind: null })
  if (names.length === 0) return []
  return [fieldIssue(fields.people, 'studyInvitation.rule.holdsAlready', { people: names.join(', ') })]
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
