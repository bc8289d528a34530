import { authorizationStyles, blinding } from '@atrium/contract'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/transaction.ts'
import { verified } from '../../identity/identifiers/index.ts'

interface Held {
  readonly tenantId: string
  readonly studyId: string
  /** Value of `blinding`; null to find people with any grant. */
  readonly isBlind: number | null
  readonly tenantUserIds: readonly string[]
  readonly emailKeys: readonly string[]
}

/** SQL for the names of people for whom unblinded access in a study has been requested. */
const requestedFor = ({ tenantId, studyId, tenantUserIds, emailKeys }: Held) => sql`
  select unblinding.person_name as name from unblinding
  left join invitation on invitation.tenant_id = unblinding.tenant_id and invitation.id = unblinding.invitation_id
    and invitation.status = 'pending' and invitation.expires_at > now()
  where unblinding.tenant_id = ${tenantId} and unblinding.study_id = ${studyId} and unblinding.state = 'requested'
    and (unblinding.tenant_user_id = any(${tenantUserIds}) or invitation.email_key = any(${emailKeys}))`

/**
 * Returns the names or addresses of people who have a role with this blinding in a study, in any RTSM and any of its
 * environments, or an open invitation to such a role. Accepted and pending grants count, and for unblinded roles open
 * requests too.
 */
export async function holdersOf(trx: Trx, held: Held): Promise<string[]> {
  const { tenantId, studyId, isBlind, tenantUserIds, emailKeys } = held
  const fits = isBlind === blinding.unblinded ? sql`= 0` : sql`<> 0`
  const hasRole =
    isBlind === null
      ? sql`(held.state <> 'refused' or held.accepted_grants is not null)`
      : sql`exists (
        select from jsonb_array_elements(
          case when held.state = 'refused' then '[]' else held.grants -> 'roles' end
            || coalesce(held.accepted_grants -> 'roles', '[]')
        ) as role where (role ->> 'isBlind')::int ${fits})`
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
      and ${hasRole}
    ${isBlind === blinding.unblinded ? sql`union ${requestedFor(held)}` : sql``}
    order by name`.execute(trx)
  return rows.map(({ name }) => name)
}

/**
 * Returns the names of people who had unblinded access in a study at any time, whether it has ended or not. What they
 * have seen cannot be taken back, so they get no blinded role there.
 */
export async function onceUnblinded(
  trx: Trx,
  { tenantId, studyId, tenantUserIds, emailKeys }: Omit<Held, 'isBlind'>,
): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select distinct person_name as name from unblinding
    where tenant_id = ${tenantId} and study_id = ${studyId} and began_at is not null
      and user_id in (
        select user_id from tenant_user where tenant_id = ${tenantId} and id = any(${tenantUserIds})
        union all
        select id from app_user where email_key = any(${emailKeys}) and email_valid = ${verified})
    order by name`.execute(trx)
  return rows.map(({ name }) => name)
}
