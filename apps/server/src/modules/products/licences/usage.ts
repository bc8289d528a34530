import { type RawBuilder, sql } from 'kysely'

/**
 * The studies that use a licence: those of its tenant that are linked to its product. A value for queries of
 * `tenant_software`.
 */
export const usedStudies: RawBuilder<number> = sql<number>`(
  select count(*) from study_url
  where study_url.tenant_id = tenant_software.tenant_id and study_url.software_id = tenant_software.software_id)`

/**
 * A query, from its `from` on, for the authorizations that hold user places of a tenant's licence for a product; the
 * one rule for all products. Everybody who is authorized in a study of the product holds one place, in however many
 * studies, and so does each address whose invitation can still be accepted. Disabled and locked users keep their
 * authorizations and their place; cancelling the authorizations frees it.
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

/** The number of users who hold a place of a licence. A value for queries of `tenant_software`. */
export const usedUsers: RawBuilder<number> = sql<number>`(
  select count(distinct coalesce(study_user.tenant_user_id, open.email_key))
  ${holding(sql.ref('tenant_software.tenant_id'), sql.ref('tenant_software.software_id'))})`
