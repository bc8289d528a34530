import { categories, softwareCodes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { tenantMember } from '../../modules/access/index.ts'
import { emailKey } from '../../modules/identity/identifiers/index.ts'
import { claimLicence } from '../../modules/products/licences/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { inviteAll } from '../../modules/tenants/invitations/index.ts'
import { newToken, tokenHash } from '../../platform/caller/token.ts'
import { toJson } from '../../platform/database/json.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import type { Services } from '../../platform/http/work.ts'
import data from './data/invitations.json' with { type: 'json' }
import { demoGrant } from './product-roles.ts'
import { daysAgo, type Ids, idOf } from './rows.ts'
import { demoUsers } from './users.ts'

interface DemoInvitation {
  readonly tenant: string
  readonly email: string
  readonly type: string
  readonly position: string
  /** A `pending` invitation is e-mailed at the start, so that a newcomer finds it in the sandbox. */
  readonly state: 'pending' | 'expired' | 'withdrawn' | 'accepted'
  /** Code of the study in EDC for which the user is invited. */
  readonly study?: string
  readonly daysAgo?: number
}

const factsOf = ({ type, position }: DemoInvitation) => ({
  roleId: tenantMember.id,
  typeId: globalEntryId(categories.userType, type),
  positionId: globalEntryId(categories.position, position),
})

interface Invited {
  readonly tenantId: string
  readonly invitationId: string
  readonly studyUrlId: string
  readonly invitation: DemoInvitation
}

/** Adds what a user gets by accepting an invitation to a study. */
async function addInvitedUser(trx: Trx, invited: Invited): Promise<void> {
  const { tenantId, invitationId, studyUrlId, invitation } = invited
  const shared = { tenantId, studyUrlId, tenantUserId: null, invitationId }
  const createdAt = daysAgo(invitation.daysAgo)
  const grants = toJson(demoGrant('edc', invitation.position, { studyUrlId, siteIds: [], studySiteIds: [] }))
  await trx
    .insertInto('studyUser')
    .values({ ...shared, id: uuidv7(), studySiteId: null, createdAt })
    .execute()
  await trx
    .insertInto('productAuthorization')
    .values({ ...shared, id: uuidv7(), batchId: uuidv7(), grants: grants ?? '{}', language: 'zh', createdAt })
    .execute()
}

interface PastInvitation {
  readonly tenantId: string
  readonly invitedBy: string
  readonly acceptedBy: string | undefined
  readonly invitation: DemoInvitation
}

/** Adds an invitation that nobody can accept any more: its key is stored nowhere. @returns its id */
async function addPast(trx: Trx, past: PastInvitation): Promise<string> {
  const { tenantId, invitedBy, acceptedBy, invitation } = past
  const { email, state, daysAgo: days = 0 } = invitation
  const id = uuidv7()
  const acceptedAt = daysAgo(days - 1)
  await trx
    .insertInto('invitation')
    .values({
      ...{ tenantId, id, email, emailKey: emailKey(email) ?? '', invitedBy, ...factsOf(invitation) },
      ...{ language: 'zh', keyHash: tokenHash(newToken()), status: state === 'expired' ? 'pending' : state },
      ...{ createdAt: daysAgo(days), expiresAt: daysAgo(days - 7) },
      ...(acceptedBy && { acceptedBy, acceptedAt, updatedAt: acceptedAt }),
    })
    .execute()
  return id
}

interface InvitingRows {
  readonly tenantIds: Ids
  readonly userIds: Ids
  /** Links of studies with EDC, by the studies' codes. */
  readonly edcLinks: Ids
}

/**
 * Adds invitations in every state, sent by the tenants' administrators. Leaves out those to studies that use no EDC, and
 * those sent or accepted by users who were not added.
 */
export async function addInvitations(
  trx: Trx,
  services: Pick<Services, 'outbox' | 'profile'>,
  { tenantIds, userIds, edcLinks }: InvitingRows,
): Promise<void> {
  const asking = { trx, language: 'zh', services } as const
  for (const invitation of data as readonly DemoInvitation[]) {
    const { tenant, email, state, study } = invitation
    const studyUrlId = study === undefined ? undefined : edcLinks.get(study)
    if (study !== undefined && studyUrlId === undefined) continue
    const tenantId = idOf(tenantIds, tenant)
    const invitedBy = userIds.get(`${tenant}.admin`)
    const acceptedBy = userIds.get(demoUsers.find((user) => user.email === email)?.userName ?? '')
    if (invitedBy === undefined || (state === 'accepted' && acceptedBy === undefined)) continue
    const addAwaited = async (invitationId: string | undefined) => {
      if (invitationId && studyUrlId)
        await addInvitedUser(trx, { tenantId, invitationId, studyUrlId, invitation })
    }
    if (state === 'pending')
      await claimLicence(asking, { tenantId, softwareId: softwareCodes.edc, counted: 'users' }, async () => {
        const facts = { tenantId, invitedBy, ...factsOf(invitation), language: 'zh' as const }
        await addAwaited((await inviteAll(trx, services, facts, [email], [])).get(email)?.id)
      })
    else {
      const id = await addPast(trx, { tenantId, invitedBy, acceptedBy, invitation })
      if (state === 'expired') await addAwaited(id)
    }
  }
}
