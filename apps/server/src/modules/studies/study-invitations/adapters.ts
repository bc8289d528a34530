import {
  authorizationStyles,
  blinding,
  type ctmsChanges,
  type edcChanges,
  type iwrsChanges,
  type ProductGrant,
  type RequestOf,
} from '@atrium/contract'
import { fieldIssue, rejectFields } from '../../../platform/http/rejection.ts'
import type { StudyInvitation } from './invitation.ts'

/* Converts each product's call into the common `StudyInvitation`. */

type Role = ProductGrant['roles'][number]

/** Creates a role with defaults for fields that only some products have. */
const roleOf = (known: Pick<Role, 'roleId'> & Partial<Role>): Role => ({
  roleName: '',
  environmentId: '',
  projectId: '',
  siteIds: [],
  stockHouseIds: [],
  isBlind: 0,
  ...known,
})

type Input = RequestOf<typeof edcChanges | typeof iwrsChanges | typeof ctmsChanges>

/** Returns the period of a grant; a missing day is left out, so that grants without a period stay as they were. */
const periodOf = ({ accessFrom, accessUntil }: Input) => ({
  ...(accessFrom !== '' && { accessFrom }),
  ...(accessUntil !== '' && { accessUntil }),
})

const memberPeriodOf = ({ memberFrom, memberUntil }: Input) => ({ from: memberFrom, until: memberUntil })

/** @throws Rejection 422 on the field of the people if all lists are empty */
function rejectNobody(field: string, ...lists: readonly (readonly string[])[]): void {
  if (lists.every(({ length }) => length === 0))
    rejectFields([fieldIssue(field, 'studyInvitation.rule.somebody')])
}

const periodFields = { from: 'accessFrom', until: 'accessUntil' } as const

const fields = {
  ...periodFields,
  people: 'userList',
  addresses: 'EmailList',
  role: 'userRole',
  type: 'userTypeId',
  sites: 'siteList',
} as const

export function edcInvitation(input: RequestOf<typeof edcChanges>): StudyInvitation {
  const { tenantId, studyUrlId, userList, EmailList, siteList, userStudyRoles } = input
  rejectNobody(fields.people, userList, EmailList)
  return {
    tenantId,
    studyUrlId,
    style: authorizationStyles.edc,
    tenantUserIds: userList,
    addresses: EmailList,
    roleId: input.userRole,
    typeId: input.userTypeId,
    memberPeriod: memberPeriodOf(input),
    grant: {
      generalRoleId: input.userPowerRoleId,
      generalRoleName: input.userPowerRoleName,
      roles: userStudyRoles.map(({ roleId, roleName, environmentId }) =>
        roleOf({ roleId, roleName, environmentId }),
      ),
      siteIds: siteList,
      allSites: siteList.length === 0,
      ...periodOf(input),
    },
    studySiteIds: siteList,
    studyIds: userStudyRoles.map(({ studyId }) => studyId),
    fields: { ...fields, roles: 'userStudyRoles' },
  }
}

export function iwrsInvitation(input: RequestOf<typeof iwrsChanges>): StudyInvitation {
  const { tenantId, studyUrlId, userList, EmailList, userRoleList } = input
  rejectNobody(fields.people, userList, EmailList)
  const isNowhere = userRoleList.some(
    ({ siteList, stockHouseList }) => siteList.length + stockHouseList.length === 0,
  )
  rejectFields(isNowhere ? [fieldIssue('userRoleList', 'studyInvitation.rule.siteOrStock')] : [])
  const siteIds = [...new Set(userRoleList.flatMap(({ siteList }) => siteList))]
  return {
    tenantId,
    studyUrlId,
    style: authorizationStyles.rtsm,
    tenantUserIds: userList,
    addresses: EmailList,
    roleId: input.userRole,
    typeId: input.userTypeId,
    memberPeriod: memberPeriodOf(input),
    grant: {
      generalRoleId: '',
      roles: userRoleList.map(({ isBlind, unblindingReason, ...role }) =>
        roleOf({
          roleId: role.roleId,
          roleName: role.roleName,
          projectId: role.projectId,
          environmentId: role.environmentFlag,
          isBlind,
          ...(isBlind === blinding.unblinded && { unblindingReason }),
          siteIds: role.siteList,
          stockHouseIds: role.stockHouseList,
        }),
      ),
      siteIds,
      allSites: false,
      ...periodOf(input),
    },
    studySiteIds: siteIds,
    studyIds: userRoleList.map(({ studyId }) => studyId),
    fields: { ...fields, roles: 'userRoleList' },
  }
}

const trialFields = {
  ...periodFields,
  people: 'UserList',
  addresses: 'EmailList',
  role: 'UserRole',
  type: 'UserTypeId',
  sites: 'SiteList',
  roles: 'userStudyRoles',
} as const

/** Converts a call for CTMS or eTMF. The default role is always one of the roles, even if the call does not list it. */
const trialInvitation = (input: RequestOf<typeof ctmsChanges>) => {
  const { TenantId, studyUrlId, UserList, EmailList, SiteList, studyRoleId, studyRoleName, userStudyRoles } =
    input
  rejectNobody(trialFields.people, UserList, EmailList)
  const roles = userStudyRoles.map(({ roleId, roleName }) => roleOf({ roleId, roleName }))
  const isNamed = roles.some(({ roleId }) => roleId === studyRoleId)
  return {
    tenantId: TenantId,
    studyUrlId,
    tenantUserIds: UserList,
    addresses: EmailList,
    roleId: input.UserRole,
    typeId: input.UserTypeId,
    memberPeriod: memberPeriodOf(input),
    grant: {
      generalRoleId: input.tenantRoleId,
      generalRoleName: input.tenantRoleName,
      roles: isNamed ? roles : [roleOf({ roleId: studyRoleId, roleName: studyRoleName }), ...roles],
      siteIds: SiteList,
      allSites: input.allSite || SiteList.length === 0,
      ...periodOf(input),
    },
    studyIds: userStudyRoles.map(({ studyId }) => studyId),
    fields: trialFields,
  }
}

export const ctmsInvitation = (input: RequestOf<typeof ctmsChanges>): StudyInvitation => ({
  ...trialInvitation(input),
  style: authorizationStyles.ctms,
  studySiteIds: input.SiteList,
})

/** eTMF has its own sites and checks them itself. In the suite, its users are authorized for the study as a whole. */
export const etmfInvitation = (input: RequestOf<typeof ctmsChanges>): StudyInvitation => ({
  ...trialInvitation(input),
  style: authorizationStyles.etmf,
  studySiteIds: [],
})
