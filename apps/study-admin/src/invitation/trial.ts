import type { inviteCtms } from '@atrium/contract'
import type { InvitedStudy, Prepared, SentRole } from './choices.ts'

/** Choices for CTMS or eTMF. */
export interface TrialChoice {
  readonly study: InvitedStudy | undefined
  readonly siteIds: readonly string[]
  /** Number of sites to choose from. */
  readonly available: number
  /** Undefined if no tenant role is chosen. */
  readonly tenantRole: SentRole | undefined
  /** Undefined if no study role is chosen. */
  readonly studyRole: SentRole | undefined
  /** Roles in addition to the default role. */
  readonly further: readonly SentRole[]
}

/** Returns an invitation into CTMS or eTMF, or the first missing choice. */
export function trialInvitation(choice: TrialChoice): Prepared<typeof inviteCtms> {
  const { study, siteIds, available, tenantRole, studyRole, further } = choice
  if (!study) return { missing: 'study' }
  if (siteIds.length === 0) return { missing: 'site' }
  if (!tenantRole) return { missing: 'tenantRole' }
  if (!studyRole) return { missing: 'studyRole' }
  return {
    values: {
      TenantId: study.tenantId,
      studyUrlId: study.studyUrlId,
      SiteList: [...siteIds],
      allSite: siteIds.length >= available,
      tenantRoleId: tenantRole.id,
      tenantRoleName: tenantRole.name,
      studyRoleId: studyRole.id,
      studyRoleName: studyRole.name,
      userStudyRoles: further
        .filter(({ id }) => id !== studyRole.id)
        .map(({ id, name }) => ({ studyId: study.id, roleId: id, roleName: name })),
    },
  }
}
