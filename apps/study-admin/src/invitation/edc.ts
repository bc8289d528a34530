import type { inviteEdc } from '@atrium/contract'
import type { InvitedStudy, Prepared } from './choices.ts'

export interface EdcChoice {
  readonly study: InvitedStudy | undefined
  readonly siteIds: readonly string[]
  /** '' for none. */
  readonly moduleRoleId: string
  /** Returns the roles in the study, each with its environments; the names are the product's. */
  readonly roles: readonly {
    readonly id: string
    readonly name: string
    readonly environmentIds: readonly string[]
  }[]
}

/** Returns the choices of an invitation into EDC, or the first missing one. */
export function edcInvitation({
  study,
  siteIds,
  moduleRoleId,
  roles,
}: EdcChoice): Prepared<typeof inviteEdc> {
  if (!study) return { missing: 'study' }
  if (siteIds.length === 0) return { missing: 'site' }
  if (moduleRoleId === '') return { missing: 'moduleRole' }
  if (roles.length === 0) return { missing: 'projectRole' }
  const noSelection = roles.find(({ environmentIds }) => environmentIds.length === 0)
  if (noSelection) return { missing: 'environment', of: noSelection.name }
  return {
    values: {
      tenantId: study.tenantId,
      studyUrlId: study.studyUrlId,
      siteList: [...siteIds],
      userPowerRoleId: moduleRoleId,
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
