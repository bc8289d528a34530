import { blinding, type inviteIwrs, type RtsmProject } from '@atrium/contract'
import type { InvitedStudy, Prepared } from './choices.ts'

/** Choices in one RTSM project. */
export interface RtsmProjectChoice {
  readonly project: Pick<RtsmProject, 'Id' | 'ProjectName' | 'EnvironmentFlag' | 'Status'>
  /** Empty if no role is chosen. */
  readonly roleId: string
  /** Name of the role, as the product sent it. */
  readonly roleName: string
  readonly siteIds: readonly string[]
  readonly stockHouseIds: readonly string[]
  /** One of the values of `blinding`. */
  readonly isBlind: 0 | 1
  /** The product's own setting for the role, undefined or null if it has none. */
  readonly roleIsBlind?: 0 | 1 | null | undefined
  /** Reason for unblinding, or ''. */
  readonly unblindingReason: string
}

/** Returns whether anything is chosen in a project. Other projects are not sent. */
export const isChanged = ({ roleId, siteIds, stockHouseIds, isBlind }: RtsmProjectChoice): boolean =>
  roleId !== '' || siteIds.length > 0 || stockHouseIds.length > 0 || isBlind !== blinding.blinded

/** Returns an invitation into RTSM, or the first missing choice. Each project with choices must be complete. */
export function rtsmInvitation(
  study: InvitedStudy | undefined,
  projects: readonly RtsmProjectChoice[],
): Prepared<typeof inviteIwrs> {
  if (!study) return { missing: 'study' }
  const changed = projects.filter(isChanged)
  if (changed.length === 0) return { missing: 'project' }
  const withoutRole = changed.find(({ roleId }) => roleId === '')
  if (withoutRole) return { missing: 'role', of: withoutRole.project.ProjectName }
  const noSelection = changed.find(
    ({ siteIds, stockHouseIds }) => siteIds.length + stockHouseIds.length === 0,
  )
  if (noSelection) return { missing: 'siteOrStock', of: noSelection.project.ProjectName }
  const otherBlinding = changed.find(({ isBlind, roleIsBlind }) => (roleIsBlind ?? isBlind) !== isBlind)
  if (otherBlinding) return { missing: 'blinding', of: otherBlinding.project.ProjectName }
  const withoutReason = changed.find(
    ({ isBlind, unblindingReason }) => isBlind === blinding.unblinded && unblindingReason.trim() === '',
  )
  if (withoutReason) return { missing: 'unblindingReason', of: withoutReason.project.ProjectName }
  return {
    values: {
      tenantId: study.tenantId,
      studyUrlId: study.studyUrlId,
      userRoleList: changed.map(
        ({ project, roleId, roleName, siteIds, stockHouseIds, isBlind, unblindingReason }) => ({
          projectId: project.Id,
          environmentFlag: project.EnvironmentFlag,
          status: project.Status,
          studyId: study.id,
          roleId,
          roleName,
          isBlind,
          unblindingReason: isBlind === blinding.unblinded ? unblindingReason : '',
          siteList: [...siteIds],
          stockHouseList: [...stockHouseIds],
        }),
      ),
    },
  }
}
