import type { Language, ProductGrant } from '@atrium/contract'
import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { toJson } from '../../../platform/database/json.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import type { Services } from '../../../platform/http/work.ts'
import { fullNameOf } from '../../identity/identifiers/index.ts'
import type { LinkedStudy } from '../../products/linked/index.ts'
import { queueRequestMails } from './mails.ts'

/** Key of a person in the register: a tenant user, or an invitation that is not accepted yet. */
const person = sql<string>`coalesce(unblinding.tenant_user_id, unblinding.invitation_id)`

/** A person for whom unblinded access is requested. */
export interface Unblinded {
  readonly tenantUserId: string | null
  readonly userId: string | null
  readonly invitationId: string | null
  /** Full name, or the invited address. */
  readonly personName: string
}

interface Requested {
  readonly link: LinkedStudy
  readonly grant: ProductGrant
  readonly language: Language
  /** Id of the user who requests it. */
  readonly requestedBy: string
  readonly people: readonly Unblinded[]
}

/** Selects the open requests in a tenant, for withdrawal. */
const withdrawing = (trx: Trx, tenantId: string) =>
  trx
    .updateTable('unblinding')
    .set({ state: 'withdrawn', decidedAt: sql<Date>`now()`, updatedAt: sql<Date>`now()` })
    .set({ rowVersion: sql<number>`row_version + 1` })
    .where('tenantId', '=', tenantId)
    .where('state', '=', 'requested')

/** A study in a product of a tenant. */
interface InTenant {
  readonly tenantId: string
  readonly studyUrlId: string
}

/** Withdraws the open requests of people, whom later requests concern. */
const withdrawEarlier = (trx: Trx, { tenantId, studyUrlId }: InTenant, people: readonly string[]) =>
  withdrawing(trx, tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where(person, '=', sql<string>`any(${people})`)
    .execute()

/**
 * Requests unblinded access, in place of earlier open requests of these people for the same study and product, and
 * notifies those who may decide.
 * @returns what the audit trail shows of the requests
 */
export async function requestUnblinding(
  { trx, services }: { readonly trx: Trx; readonly services: Services },
  { link, grant, language, requestedBy, people }: Requested,
) {
  if (people.length === 0) return []
  const { softwareId, scope } = link
  const { tenantId, studyUrlId, study } = scope
  const keys = people.map(({ tenantUserId, invitationId }) => tenantUserId ?? invitationId ?? '')
  await withdrawEarlier(trx, { tenantId, studyUrlId }, keys)
  const requesterName = await fullNameOf(trx, requestedBy)
  const facts = { tenantId, softwareId, studyId: study.id, studyName: study.name, requestedBy, requesterName }
  await queueRequestMails(
    { trx, services },
    people.map(({ personName, userId }) => ({ ...facts, personName, userId })),
  )
  return trx
    .insertInto('unblinding')
    .values(
      people.map((one) => ({
        ...{ tenantId, id: uuidv7(), studyUrlId, softwareId, language, ...one },
        ...{ studyId: study.id, studyName: study.name, studyCode: study.code },
        ...{ requestedBy, requesterName, grants: toJson(grant) ?? '{}' },
      })),
    )
    .returning(['id', 'tenantId', 'studyUrlId', 'tenantUserId', 'invitationId', 'state', 'requestedBy'])
    .execute()
}

/** Returns which tenant users have an approval of exactly this grant that still applies. */
export async function approvedFor(
  trx: Trx,
  { tenantId, studyUrlId }: InTenant,
  grant: ProductGrant,
  tenantUserIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('unblinding')
    .select(person.as('who'))
    .where('tenantId', '=', tenantId)
    .where('studyUrlId', '=', studyUrlId)
    .where(person, '=', sql<string>`any(${tenantUserIds})`)
    .where('state', '=', 'approved')
    .where('endedAt', 'is', null)
    .where(sql<boolean>`unblinding.grants = ${toJson(grant)}::jsonb`)
    .execute()
  return new Set(rows.map(({ who }) => who))
}

/** Withdraws the open requests of invitations that end. */
export const withdrawRequestsOf = (
  trx: Trx,
  { tenantId, ids }: { readonly tenantId: string; readonly ids: readonly string[] },
) => withdrawing(trx, tenantId).where('invitationId', '=', sql<string>`any(${ids})`).execute()

interface Joining {
  readonly tenantId: string
  readonly invitationId: string
  readonly tenantUserId: string
  readonly userId: string
}

/** Makes the requests and approvals of an accepted invitation those of the user who accepted it. */
export async function passUnblindingOn(
  trx: Trx,
  { tenantId, invitationId, tenantUserId, userId }: Joining,
): Promise<void> {
  const ofInvitation = trx
    .selectFrom('unblinding')
    .select('studyUrlId')
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', invitationId)
    .where('tenantUserId', 'is', null)
  for (const { studyUrlId } of await ofInvitation.where('state', '=', 'requested').execute())
    await withdrawEarlier(trx, { tenantId, studyUrlId }, [tenantUserId])
  await trx
    .updateTable('unblinding')
    .set({ tenantUserId, userId, updatedAt: sql<Date>`now()`, rowVersion: sql<number>`row_version + 1` })
    .set({ personName: sql<string>`(select full_name from app_user where app_user.id = ${userId})` })
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', invitationId)
    .where('tenantUserId', 'is', null)
    .execute()
}
