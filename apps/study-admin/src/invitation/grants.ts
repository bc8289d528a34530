import {
  blinding,
  type EdcRoles,
  type Language,
  maxSiteNames,
  type ProductGrant,
  type RemoteRoles,
} from '@atrium/contract'
import { listNames, nameIn } from '@atrium/ui-kit/list'

/** A grant in words. */
export interface GrantInWords {
  readonly roles: readonly string[]
  /** Sites of a product that has its own. */
  readonly sites?: readonly string[]
  /** One of the values of `blinding`, in products with blinding. */
  readonly isBlind?: 0 | 1
}

/** An item that a product or the suite offers. */
interface Offered {
  readonly id: string
  readonly name: string
}

const neverOffered: RemoteRoles = { authorizationStyle: 0 }

const small = (things: EdcRoles['Environments'] = []): Offered[] =>
  things.map(({ Id, Name }) => ({ id: Id, name: Name }))

/** Returns the name of an item: what is offered now, or else the name of that time, or else the id. */
const nameOf = (language: Language, offered: readonly Offered[] = [], id: string, kept = ''): string =>
  nameIn(language, offered.find((one) => one.id === id)?.name || kept || id)

const withGeneral = ({ generalRoleId }: ProductGrant, general: string, roles: readonly string[]): string[] =>
  generalRoleId === '' ? [...roles] : [general, ...roles]

/** Puts a grant in EDC into words: the module role, and each role with its environment. */
export function edcInWords(
  language: Language,
  grant: ProductGrant,
  offered: RemoteRoles = neverOffered,
): GrantInWords {
  const infos = small(offered.RoleInfos)
  const environments = small(offered.Environments)
  const general = nameOf(language, infos, grant.generalRoleId, grant.generalRoleName)
  const roles = grant.roles.map(
    ({ roleId, roleName, environmentId }) =>
      `${nameOf(language, infos, roleId, roleName)} (${nameOf(language, environments, environmentId)})`,
  )
  return { roles: withGeneral(grant, general, roles) }
}

/** Lists the first names, and the number of the others. */
const firstOf = (language: Language, names: readonly string[]): string => {
  const more = names.length - maxSiteNames
  return listNames(language, names.slice(0, maxSiteNames)) + (more > 0 ? ` +${more}` : '')
}

/** Puts a grant in RTSM into words: each role with its project, sites and depots, and the blinding. */
export function rtsmInWords(
  language: Language,
  grant: ProductGrant,
  offered: RemoteRoles = neverOffered,
  sites: readonly Offered[] = [],
): GrantInWords {
  const roles = grant.roles.map(({ projectId, roleId, roleName, siteIds, stockHouseIds }) => {
    const project = offered.List?.find(({ Id }) => Id === projectId)
    const depots = small(project?.StockHouseList)
    // The sites are also listed on their own.
    const scopes = [
      ...stockHouseIds.map((id) => nameOf(language, depots, id)),
      ...siteIds.map((id) => nameOf(language, sites, id)),
    ]
    const where = nameIn(language, project?.ProjectName || projectId)
    return `${where} · ${nameOf(language, small(project?.RoleList), roleId, roleName)} (${firstOf(language, scopes)})`
  })
  const isUnblinded = grant.roles.some(({ isBlind }) => isBlind === blinding.unblinded)
  return { roles, isBlind: isUnblinded ? blinding.unblinded : blinding.blinded }
}

/** Puts a grant in CTMS or eTMF into words: the tenant role and the study roles. */
export function trialInWords(
  language: Language,
  grant: ProductGrant,
  ownSites: boolean,
  offered: RemoteRoles = neverOffered,
): GrantInWords {
  const { tenantRoles, studyRoles, sites } = offered
  const general = nameOf(language, tenantRoles, grant.generalRoleId, grant.generalRoleName)
  const roles = grant.roles.map(({ roleId, roleName }) => nameOf(language, studyRoles, roleId, roleName))
  return {
    roles: withGeneral(grant, general, roles),
    ...(ownSites && { sites: grant.siteIds.map((id) => nameOf(language, sites, id)) }),
  }
}
