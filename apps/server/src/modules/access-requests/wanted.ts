import {
  type accessRequestAsk,
  authorizationStyles,
  blinding,
  moduleRole,
  type ProductGrant,
  type RemoteRoles,
  type RequestOf,
} from '@atrium/contract'
import { type FieldIssue, fieldIssue, rejectFields } from '../../platform/http/rejection.ts'
import type { LinkedStudy } from '../products/linked/index.ts'

/** One role with its sites and period, as a call names it. */
export type Wanted = Omit<RequestOf<typeof accessRequestAsk>, 'studyUrlId' | 'reason'>

/** What the product offers under the wanted ids; undefined for what it does not have. */
interface Offered {
  /** Names of the roles; the general role is '' in RTSM, which has none. */
  readonly generalRoleName: string | undefined
  readonly roleName: string | undefined
  readonly environmentId: string
  /** Field of a missing environment or project. */
  readonly missing?: 'environmentId' | 'projectId' | undefined
  /** The product's own statement on the role. */
  readonly isBlind?: number | null | undefined
  readonly stockHouseIds: readonly string[]
}

const byId = <Item extends { readonly Id: string }>(items: readonly Item[], id: string) =>
  items.find(({ Id }) => Id === id)

const bySmallId = (items: readonly { readonly id: string; readonly name: string }[], id: string) =>
  items.find((item) => item.id === id)?.name

function offeredIn(style: number | null, offer: RemoteRoles, wanted: Wanted): Offered {
  const { generalRoleId, roleId, projectId, environmentId } = wanted
  if (style === authorizationStyles.edc) {
    const { Environments = [], RoleInfos = [] } = offer
    const general = RoleInfos.filter(({ FType }) => FType === moduleRole)
    const roles = RoleInfos.filter(({ FType }) => FType !== moduleRole)
    return {
      generalRoleName: byId(general, generalRoleId)?.Name,
      roleName: byId(roles, roleId)?.Name,
      environmentId,
      missing: byId(Environments, environmentId) ? undefined : 'environmentId',
      stockHouseIds: [],
    }
  }
  if (style === authorizationStyles.rtsm) {
    const project = byId(offer.List ?? [], projectId)
    const role = byId(project?.RoleList ?? [], roleId)
    return {
      generalRoleName: '',
      roleName: role?.Name,
      environmentId: project?.EnvironmentFlag ?? '',
      missing: project ? undefined : 'projectId',
      isBlind: role?.IsBlind,
      stockHouseIds: (project?.StockHouseList ?? []).map(({ Id }) => Id),
    }
  }
  return {
    generalRoleName: bySmallId(offer.tenantRoles ?? [], generalRoleId),
    roleName: bySmallId(offer.studyRoles ?? [], roleId),
    environmentId: '',
    stockHouseIds: [],
  }
}

/** Returns issues with the blinding of a role in RTSM, whose own statement decides if it makes one. */
function blindingIssuesOf(
  { isBlind, unblindingReason }: Wanted,
  stated: number | null | undefined,
): FieldIssue[] {
  if ((stated ?? isBlind) !== isBlind)
    return [
      fieldIssue(
        'isBlind',
        stated === blinding.blinded
          ? 'studyInvitation.rule.roleIsBlinded'
          : 'studyInvitation.rule.roleIsUnblinded',
      ),
    ]
  const needsReason = isBlind === blinding.unblinded && unblindingReason === ''
  return needsReason ? [fieldIssue('unblindingReason', 'studyInvitation.rule.unblindingReason')] : []
}

const missing = (field: keyof Wanted, id: string): FieldIssue =>
  fieldIssue(field, id === '' ? 'rule.choose' : 'rule.reference')

/**
 * Returns a grant with the ids that the call names and the names that the product has for them.
 * @param offer what the product offers in the study
 * @throws Rejection 422 on the fields whose ids the product or the study does not have
 */
export function grantOf(
  { authorizationStyle: style, scope }: LinkedStudy,
  offer: RemoteRoles,
  wanted: Wanted,
): ProductGrant {
  const { generalRoleId, projectId, roleId, siteIds, stockHouseIds, accessFrom, accessUntil } = wanted
  const isRtsm = style === authorizationStyles.rtsm
  const sites = style === authorizationStyles.etmf ? (offer.sites ?? []) : scope.sites
  const offered = offeredIn(style, offer, wanted)
  const { generalRoleName, roleName } = offered
  const knows = (list: readonly string[], ids: readonly string[]) => ids.every((id) => list.includes(id))
  rejectFields([
    ...(generalRoleName === undefined ? [missing('generalRoleId', generalRoleId)] : []),
    ...(offered.missing ? [missing(offered.missing, wanted[offered.missing])] : []),
    ...(roleName === undefined ? [missing('roleId', roleId)] : []),
    ...(knows(
      sites.map(({ id }) => id),
      siteIds,
    )
      ? []
      : [fieldIssue('siteIds', 'rule.reference')]),
    ...(knows(offered.stockHouseIds, stockHouseIds) ? [] : [fieldIssue('stockHouseIds', 'rule.reference')]),
    ...(isRtsm ? blindingIssuesOf(wanted, offered.isBlind) : []),
    ...(isRtsm && siteIds.length + stockHouseIds.length === 0
      ? [fieldIssue('siteIds', 'accessRequest.rule.siteOrStock')]
      : []),
  ])
  const isUnblinded = isRtsm && wanted.isBlind === blinding.unblinded
  return {
    generalRoleId: isRtsm ? '' : generalRoleId,
    ...(!isRtsm && { generalRoleName: generalRoleName ?? '' }),
    roles: [
      {
        roleId,
        roleName: roleName ?? '',
        environmentId: offered.environmentId,
        projectId: isRtsm ? projectId : '',
        siteIds: isRtsm ? siteIds : [],
        stockHouseIds: isRtsm ? stockHouseIds : [],
        isBlind: isRtsm ? wanted.isBlind : 0,
        ...(isUnblinded && { unblindingReason: wanted.unblindingReason }),
      },
    ],
    siteIds,
    allSites: !isRtsm && siteIds.length === 0,
    ...(accessFrom !== '' && { accessFrom }),
    ...(accessUntil !== '' && { accessUntil }),
  }
}
