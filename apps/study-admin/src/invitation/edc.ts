import type { inviteEdc } from '@atrium/contract'
import type { InvitedStudy, Prepared, SentRole } from './choices.ts'

export interface EdcChoice {
  readonly study: InvitedStudy | undefined
  readonly siteIds: readonly string[]
  /** Undefined if no module role is chosen. */
  readonly moduleRole: SentRole | undefined
  /** Chosen roles in the study with their environments, under the product's names. */
  readonly roles: readonly {
    readonly id: string
    readonly name: string
    readonly environmentIds: readonly string[]
  }[]
}

/** Returns an invitation into EDC, or the first missing choice. */
export function edcInvitation({ study, siteIds, moduleRole, roles }: EdcChoice): Prepared<typeof inviteEdc> {
  if (!study) return { missing: 'study' }
  if (siteIds.length === 0) return { missing: 'site' }
  if (!moduleRole) return { missing: 'moduleRole' }
  if (roles.length === 0) return { missing: 'projectRole' }
  const noSelection = roles.find(({ environmentIds }) => environmentIds.length === 0)
  if (noSelection) return { missing: 'environment', of: noSelection.name }
  return {
    values: {
      tenantId: study.tenantId,
      studyUrlId: study.studyUrlId,
      siteList: [...siteIds],
      userPowerRoleId: moduleRole.id,
      userPowerRoleName: moduleRole.name,
      userStudyRoles: roles.flatMap(({ id, name, environmentIds }) =>
        environmentIds.map((environmentId) => ({
          roleId: id,
          environmentId,
          studyId: study.id,
          roleName: name,
        })),
      ),
    },
  }
}
