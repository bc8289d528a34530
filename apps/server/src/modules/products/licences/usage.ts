import { type RawBuilder, sql } from 'kysely'

/**
 * SQL for the number of studies that use a licence: the tenant's studies linked to its product. For queries of
 * `tenant_software`.
 */
export const usedStudies: RawBuilder<number> = sql<number>`(
  select count(*) from study_url
  where study_url.tenant_id = tenant_software.tenant_id and study_url.software_id = tenant_software.software_id)`

/**
 * SQL from the `from` clause on: the authorizations that use user seats of a tenant's licence for a product. The same
 * rule applies to all products. Each user who is authorized in a study of the product uses one seat, in however many
 * studies, and so does each address with an open invitation. Disabled and locked users keep their authorizations and
 * their seat; cancelling the authorizations frees it.
 */
export const holding = (
  tenantId: RawBuilder<unknown>,
  softwareId: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`
  from study_url
  join study_user on study_user.tenant_id = study_url.tenant_id and study_user.study_url_id = study_url.id
  left join invitation as open on open.tenant_id = study_user.tenant_id and open.id = study_user.invitation_id
    and open.status = 'pending' and open.expires_at > now()
  where study_url.tenant_id = ${tenantId} and study_url.software_id = ${softwareId}`

/** SQL for the number of users with a seat of a licence. For queries of `tenant_software`. */
export const usedUsers: RawBuilder<number> = sql<number>`(
  select count(distinct coalesce(study_user.tenant_user_id, open.email_key))
  ${holding(sql.ref('tenant_software.tenant_id'), sql.ref('tenant_software.software_id'))})`
