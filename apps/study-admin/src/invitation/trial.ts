import type { inviteCtms } from '@atrium/contract'
import type { InvitedStudy, Prepared } from './choices.ts'

/** Choices for CTMS or eTMF. */
export interface TrialChoice {
  readonly study: InvitedStudy | undefined
  readonly siteIds: readonly string[]
  /** How many sites there are to choose from. */
  readonly available: number
  /** '' for none. */
  readonly tenantRoleId: string
  /** '' for none. */
  readonly studyRoleId: string
  /** The roles beside that by default, their names as the product has sent them. */
  readonly further: readonly { readonly id: string; readonly name: string }[]
}

/** Returns the choices of an invitation into CTMS or eTMF, or the first missing one. */
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
