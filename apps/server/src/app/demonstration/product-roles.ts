import { createHash } from 'node:crypto'
import { blinding, type ProductGrant } from '@atrium/contract'
import productRoles from './data/product-roles.json' with { type: 'json' }

/** The environment of EDC and RTSM in which studies are conducted. */
const production = '1'

/** Returns the project id that the sandbox uses for a study in RTSM. The sandbox derives it from the study's id too. */
const rtsmProject = (studyUrlId: string): string =>
  String(createHash('sha256').update(studyUrlId).digest().readUInt32BE() * 2 + 1)

interface GrantedStudy {
  readonly studyUrlId: string
  /** The user's sites; empty for the whole study. */
  readonly siteIds: readonly string[]
  /** All sites of the study. */
  readonly studySiteIds: readonly string[]
}

/**
 * Returns the roles of a position in a product (`data/product-roles.json`), whose ids and names are those of the
 * sandbox's products.
 * @returns undefined if the product has no role for the position
 */
export function demoGrant(
  product: string,
  position: string,
  { studyUrlId, siteIds, studySiteIds }: GrantedStudy,
): ProductGrant | undefined {
  const role = productRoles.find((known) => known.product === product && known.position === position)
  if (!role) return undefined
  const general = {
    generalRoleId: role.general,
    ...(role.generalName && { generalRoleName: JSON.stringify(role.generalName) }),
  }
  const named = { roleId: role.inStudy, roleName: JSON.stringify(role.inStudyName) }
  const inStudy = { ...named, projectId: '', siteIds: [], stockHouseIds: [] }
  if (product === 'rtsm') {
    const { unblindingReason, depots = [] } = role
    // A role of RTSM lists its sites individually, even for the whole study.
    const sites = [...(siteIds.length > 0 ? siteIds : studySiteIds)]
    const project = { environmentId: production, projectId: rtsmProject(studyUrlId) }
    const sight = unblindingReason
      ? { isBlind: blinding.unblinded, unblindingReason }
      : { isBlind: blinding.blinded }
    const roles = [{ ...inStudy, ...project, siteIds: sites, stockHouseIds: depots, ...sight }]
    return { ...general, roles, siteIds: sites, allSites: false }
  }
  // eTMF has its own sites.
  const own = product === 'etmf' ? [] : [...siteIds]
  const environmentId = product === 'edc' ? production : ''
  const roles = [{ ...inStudy, environmentId, isBlind: blinding.unblinded }]
  return { ...general, roles, siteIds: own, allSites: own.length === 0 }
}
