import { sql } from 'kysely'
import { daysIn } from '../../access/index.ts'
import { claimLicence } from '../../products/licences/index.ts'
import { passUnblindingOn } from '../../studies/blinding/index.ts'
import type { OpenInvitation } from './invitation.ts'

/** Parts of a call's `Work` needed to claim a licence, including its transaction. */
export type Accepting = Parameters<typeof claimLicence>[0]

/** Invitation, and the tenant user who gets its authorizations. */
interface Passing {
  readonly tenantId: string
  readonly invitationId: string
  readonly tenantUserId: string
}

/**
 * Finds the user's authorizations in the invitation's studies at sites that the invitation does not include. They end
 * once the product accepts the invitation's grants.
 * @returns their ids, by the link of the study
 */
async function replacedBy({ trx }: Accepting, { tenantId, invitationId, tenantUserId }: Passing) {
  const rows = await trx
    .selectFrom('studyUser')
    .select(['studyUser.id', 'studyUser.studyUrlId'])
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.tenantUserId', '=', tenantUserId)
    .where(
      sql<boolean>`study_user.study_url_id in (select study_url_id from study_user invited
        where invited.tenant_id = ${tenantId} and invited.invitation_id = ${invitationId})`,
    )
    .where(
      sql<boolean>`not exists (select from study_user invited
        where invited.tenant_id = ${tenantId} and invited.invitation_id = ${invitationId}
          and invited.study_url_id = study_user.study_url_id
          and invited.study_site_id is not distinct from study_user.study_site_id)`,
    )
    .execute()
  return Map.groupBy(rows, ({ studyUrlId }) => studyUrlId)
}

/**
 * Transfers the invitation's authorizations to the user. Those that the user already has are deleted, because
 * authorizations are unique.
 */
async function passGrants(
  { trx }: Accepting,
  { tenantId, invitationId, tenantUserId }: Passing,
  studyUrlIds: readonly string[],
) {
  await trx
    .updateTable('studyUser')
    .set({ tenantUserId, invitationId: null, updatedAt: sql<Date>`now()` })
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', invitationId)
    .where('studyUrlId', '=', sql<string>`any(${studyUrlIds})`)
    .where(
      sql<boolean>`not exists (select from study_user theirs where theirs.tenant_id = study_user.tenant_id
        and theirs.study_url_id = study_user.study_url_id and theirs.tenant_user_id = ${tenantUserId}
        and theirs.study_site_id is not distinct from study_user.study_site_id)`,
    )
    .execute()
  await trx
    .deleteFrom('studyUser')
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', invitationId)
    .where('studyUrlId', '=', sql<string>`any(${studyUrlIds})`)
    .execute()
}

/**
 * Stores the user's new product grants, which replace earlier ones and will be delivered.
 * @param replaced authorizations that end once the product accepts the grants
 */
async function passGrantsOn(
  { trx, services }: Accepting,
  { tenantId, invitationId, tenantUserId }: Passing,
  replaced: Awaited<ReturnType<typeof replacedBy>>,
) {
  const grants = await trx
    .deleteFrom('productAuthorization')
    .where('tenantId', '=', tenantId)
    .where('invitationId', '=', invitationId)
    .returning(['id', 'studyUrlId', 'grantedBy', 'grants', 'studyUserIds', 'language'])
    .execute()
  for (const { id, studyUrlId, grantedBy, grants: grant, studyUserIds, language } of grants) {
    const begin = daysIn(services.profile.timeZone).begin(grant.accessFrom ?? '')
    const due = sql<Date>`greatest(now(), ${begin}::timestamptz)`
    const grantColumns = {
      fromInvitationId: invitationId,
      replacedStudyUserIds: (replaced.get(studyUrlId) ?? []).map((row) => row.id),
      grantedBy,
      grants: JSON.stringify(grant),
      language,
      batchId: id,
      waitingSince: due,
      nextAttemptAt: due,
    }
    await trx
      .insertInto('productAuthorization')
      .values({ tenantId, id, studyUrlId, tenantUserId, invitationId: null, studyUserIds, ...grantColumns })
      .onConflict((conflict) =>
        conflict.constraint('product_authorization_unique').doUpdateSet({
          ...grantColumns,
          studyUserIds: sql<string[]>`excluded.study_user_ids || case
            when product_authorization.state = 'waiting' then product_authorization.study_user_ids else '{}' end`,
          state: 'waiting',
          refusedGrants: null,
          message: '',
          attempts: 0,
          rowVersion: sql<number>`product_authorization.row_version + 1`,
          updatedAt: sql<Date>`now()`,
        }),
      )
      .execute()
  }
}

/**
 * Transfers an invitation's authorizations to a tenant user. The licences are checked again: the invitation reserved
 * its seats, but a licence may have expired. The grants are delivered to the products soon after the commit, or once
 * they begin.
 * @returns the links of the studies in which the user is authorized
 * @throws Rejection 402 if a licence is not valid today
 */
export async function passAuthorizationsOn(
  accepting: Accepting,
  { tenantId, id: invitationId }: OpenInvitation,
  { userId, tenantUserId }: { readonly userId: string; readonly tenantUserId: string },
): Promise<string[]> {
  const links = await accepting.trx
    .selectFrom('studyUser')
    .innerJoin('studyUrl', (join) =>
      join
        .onRef('studyUrl.tenantId', '=', 'studyUser.tenantId')
        .onRef('studyUrl.id', '=', 'studyUser.studyUrlId'),
    )
    .select(['studyUrl.id', 'studyUrl.softwareId'])
    .distinct()
    .where('studyUser.tenantId', '=', tenantId)
    .where('studyUser.invitationId', '=', invitationId)
    .orderBy('studyUrl.softwareId')
    .execute()
  const passing = { tenantId, invitationId, tenantUserId }
  const replaced = await replacedBy(accepting, passing)
  for (const [softwareId, ofProduct] of Map.groupBy(links, (link) => link.softwareId)) {
    const studyUrlIds = ofProduct.map(({ id }) => id)
    await claimLicence(accepting, { tenantId, softwareId, counted: 'users' }, () =>
      passGrants(accepting, passing, studyUrlIds),
    )
  }
  await passUnblindingOn(accepting.trx, { ...passing, userId })
  await passGrantsOn(accepting, passing, replaced)
  return links.map(({ id }) => id)
}
