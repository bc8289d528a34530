import { createHash } from 'node:crypto'
import { blinding, type ProductGrant } from '@atrium/contract'
import { rowsOf } from './tables.ts'

/* What positions are given in the products, by the ids that the sandbox's products have (scripts/products.test.ts). */

/** In EDC, CTMS and eTMF: a role beyond studies, and one in a study. */
const roles = rowsOf(
  ['product', 'position', 'general', 'inStudy'],
  `
  edc | PM | 4 | 25
  edc | DM | 1 | 25
  edc | MM | 1 | 26
  edc | STAT | 1 | 27
  edc | CRA | 1 | 24
  edc | PI | 1 | 21
  edc | SUBI | 1 | 22
  edc | CRC | 1 | 23
  ctms | PM | T-MEMBER | S-PM
  ctms | CTA | T-MEMBER | S-CTA
  ctms | QA | T-MEMBER | S-QA
  ctms | CRA | T-MEMBER | S-CRA
  etmf | PM | 3 | 11
  etmf | TMF | 1 | 11
  etmf | QA | 2 | 14
  etmf | CRA | 3 | 12
  `,
)

/** In RTSM: the role, why it is unblinded where it is, and the depots that they send from or receive at. */
const rtsmRoles = rowsOf(
  ['position', 'inStudy', 'unblindingReason', 'storeHouses'],
  `
  PM | 306 | |
  SCM | 305 | 负责药物供应，需要知道药物编号和分组 | 41 42 43
  UNBLIND | 307 | 负责非盲数据的统计分析 |
  CRA | 303 | |
  PI | 301 | |
  PHARM | 304 | | 41
  `,
)

/** EDC's and RTSM's environment in which studies are run. */
const production = '1'

/** RTSM's project of a study: the sandbox numbers it so too, whether it has heard of the study yet or not. */
const rtsmProject = (studyUrlId: string): string =>
  String(createHash('sha256').update(studyUrlId).digest().readUInt32BE() * 2 + 1)

/** Somebody's place in a study that is linked with a product. */
export interface GrantedPlace {
  readonly studyUrlId: string
  /** Theirs; none for the whole study. */
  readonly siteIds: readonly string[]
  /** All that the study has. */
  readonly studySiteIds: readonly string[]
}

const inStudy = {
  roleName: '',
  environmentId: production,
  projectId: '',
  siteIds: [],
  stockHouseIds: [],
  isBlind: blinding.unblinded,
}

function rtsmGrant(position: string, { studyUrlId, ...place }: GrantedPlace): ProductGrant | undefined {
  const role = rtsmRoles.find((known) => known.position === position)
  if (!role) return undefined
  // A role of RTSM names its sites one by one, the whole study's too.
  const siteIds = [...(place.siteIds.length > 0 ? place.siteIds : place.studySiteIds)]
  return {
    generalRoleId: '',
    roles: [
      {
        ...inStudy,
        roleId: role.inStudy,
        projectId: rtsmProject(studyUrlId),
        siteIds,
        stockHouseIds: role.storeHouses.split(' ').filter(Boolean),
        ...(role.unblindingReason === ''
          ? { isBlind: blinding.blinded }
          : { isBlind: blinding.unblinded, unblindingReason: role.unblindingReason }),
      },
    ],
    siteIds,
    allSites: false,
  }
}

/** What somebody in a position may do in a product; undefined where it has no role for them. */
export function demoGrant(product: string, position: string, place: GrantedPlace): ProductGrant | undefined {
  if (product === 'rtsm') return rtsmGrant(position, place)
  const role = roles.find((known) => known.product === product && known.position === position)
  if (!role) return undefined
  // The sites of eTMF are its own.
  const siteIds = product === 'etmf' ? [] : [...place.siteIds]
  const environmentId = product === 'edc' ? production : ''
  return {
    generalRoleId: role.general,
    roles: [{ ...inStudy, roleId: role.inStudy, environmentId }],
    siteIds,
    allSites: siteIds.length === 0,
  }
}
