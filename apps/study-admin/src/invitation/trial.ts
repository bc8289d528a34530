import type { inviteCtms } from '@atrium/contract'
import type { InvitedStudy, Prepared } from './choices.ts'

/** Choices for CTMS or eTMF. */
export interface TrialChoice {
  readonly study: InvitedStudy | undefined
  readonly siteIds: readonly string[]
  /** Number of sites to choose from. */
  readonly available: number
  /** Empty if no tenant role is chosen. */
  readonly tenantRoleId: string
  /** Empty if no study role is chosen. */
  readonly studyRoleId: string
  /** Roles in addition to the default role, under the names that the product sent. */
  readonly further: readonly { readonly id: string; readonly name: string }[]
}

/** Returns an invitation into CTMS or eTMF, or the first missing choice. */
export function trialInvitation(choice: TrialChoice): Prepared<typeof inviteCtms> {
  const { study, siteIds, available, tenantRoleId, studyRoleId, further } = choice
  if (!study) return { missing: 'study' }
  if (siteIds.length === 0) return { missing: 'site' }
  if (tenantRoleId === '') return { missing: 'tenantRole' }
  if (studyRoleId === '') return { missing: 'studyRole' }
  return {
    values: {
      TenantId: study.tenantId,
      studyUrlId: study.studyUrlId,
      SiteList: [...siteIds],
      allSite: siteIds.length >= available,
      tenantRoleId,
      studyRoleId,
      userStudyRoles: further
        .filter(({ id }) => id !== studyRoleId)
        .map(({ id, name }) => ({ studyId: study.id, roleId: id, roleName: name })),
    },
  }
}
