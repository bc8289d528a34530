import { type RawBuilder, sql } from 'kysely'

/**
 * The studies that use a licence: those of its tenant that are linked to its product. A value for queries of
 * `tenant_software`.
 */
export const usedStudies: RawBuilder<number> = sql<number>`(
  select count(*) from study_url
  where study_url.tenant_id = tenant_software.tenant_id and study_url.software_id = tenant_software.software_id)`

/**
 * The users of a licence: its tenant's users who are authorized in its product, each once however many studies that is
 * for, and the addresses whose invitations can still be accepted. A value for queries of `tenant_software`.
 */
export const usedUsers: RawBuilder<number> = sql<number>`(
  select count(distinct coalesce(study_user.tenant_user_id, invitation.email_key))
  from study_url
  join study_user on study_user.tenant_id = study_url.tenant_id and study_user.study_url_id = study_url.id
  left join invitation on invitation.tenant_id = study_user.tenant_id and invitation.id = study_user.invitation_id
    and invitation.status = 'pending' and invitation.expires_at > now()
  where study_url.tenant_id = tenant_software.tenant_id and study_url.software_id = tenant_software.software_id)`
