import {
  blinding,
  EdcRoles,
  moduleRole,
  type ProductGrant,
  RtsmRoles,
  type StudyRole,
  TrialRoles,
} from '@atrium/contract'
import { Failed } from './product.ts'

/** A product's offer in a study, in one form for all products. */
export interface Offer {
  readonly style: 'EDC' | 'RTSM' | 'CTMS or eTMF'
  /** Offered things with id and name as the product sent them, by the name of their list. */
  readonly lists: Readonly<Record<string, readonly { readonly id: string; readonly name: string }[]>>
  /** A grant that the product must accept. */
  readonly grant: ProductGrant
  /** Grants that the product must reject, by the unknown thing in each. */
  readonly wrongGrants: Readonly<Record<string, ProductGrant>>
}

/** An id that no product has. */
const unknown = 'no-such-thing'

const plain = (list: readonly { Id: string; Name: string }[]) =>
  list.map(({ Id, Name }) => ({ id: Id, name: Name }))

/** @throws Failed if the list is empty */
const first = <Item>(list: readonly Item[], name: string): Item => {
  const [item] = list
  if (item === undefined) throw new Failed(`the list ${name} is empty`)
  return item
}

const roleOf = (known: Partial<StudyRole>): StudyRole => ({
  roleId: '',
  roleName: '',
  environmentId: '',
  projectId: '',
  siteIds: [],
  stockHouseIds: [],
  isBlind: blinding.blinded,
  ...known,
})

interface Wrong {
  readonly grant: ProductGrant
  readonly role: StudyRole
}

const wrongRole = ({ grant, role }: Wrong, over: Partial<StudyRole>): ProductGrant => ({
  ...grant,
  roles: [{ ...role, ...over }],
})

function edcOffer({ Environments, RoleInfos }: EdcRoles, siteId: string): Offer {
  const general = RoleInfos.filter(({ FType }) => FType === moduleRole)
  const inStudy = RoleInfos.filter(({ FType }) => FType !== moduleRole)
  const role = roleOf({
    roleId: first(inStudy, 'RoleInfos, FType other than 1,').Id,
    environmentId: first(Environments, 'Environments').Id,
  })
  const generalRoleId = first(general, 'RoleInfos, FType 1,').Id
  const grant = { generalRoleId, roles: [role], siteIds: [siteId], allSites: false }
  return {
    style: 'EDC',
    lists: { Environments: plain(Environments), RoleInfos: plain(RoleInfos) },
    grant,
    wrongGrants: {
      role: wrongRole({ grant, role }, { roleId: unknown }),
      'module role': { ...grant, generalRoleId: unknown },
      environment: wrongRole({ grant, role }, { environmentId: unknown }),
      site: { ...grant, siteIds: [unknown] },
    },
  }
}

function rtsmOffer({ List }: RtsmRoles, siteId: string): Offer {
  const { Id, RoleList, StockHouseList, EnvironmentFlag } = first(List, 'List')
  const given = first(RoleList, 'RoleList')
  const role = roleOf({
    roleId: given.Id,
    projectId: Id,
    isBlind: given.IsBlind ?? blinding.blinded,
    environmentId: EnvironmentFlag,
    siteIds: [siteId],
    stockHouseIds: StockHouseList.slice(0, 1).map((house) => house.Id),
  })
  const grant = { generalRoleId: '', roles: [role], siteIds: [siteId], allSites: false }
  return {
    style: 'RTSM',
    lists: {
      List: List.map((project) => ({ id: project.Id, name: project.ProjectName })),
      RoleList: plain(RoleList),
      StockHouseList: plain(StockHouseList),
    },
    grant,
    wrongGrants: {
      role: wrongRole({ grant, role }, { roleId: unknown }),
      project: wrongRole({ grant, role }, { projectId: unknown }),
      site: { ...wrongRole({ grant, role }, { siteIds: [unknown] }), siteIds: [unknown] },
      depot: wrongRole({ grant, role }, { stockHouseIds: [unknown] }),
      blinding: wrongRole({ grant, role }, { isBlind: 2 }),
    },
  }
}

function trialOffer({ tenantRoles, studyRoles, sites }: TrialRoles, siteId: string): Offer {
  const role = roleOf({ roleId: first(studyRoles, 'studyRoles').id })
  const generalRoleId = first(tenantRoles, 'tenantRoles').id
  const siteIds = [sites[0]?.id ?? siteId]
  const grant = { generalRoleId, roles: [role], siteIds, allSites: false }
  return {
    style: 'CTMS or eTMF',
    lists: { tenantRoles, studyRoles, sites },
    grant,
    wrongGrants: {
      role: wrongRole({ grant, role }, { roleId: unknown }),
      'tenant role': { ...grant, generalRoleId: unknown },
      site: { ...grant, siteIds: [unknown] },
    },
  }
}

/**
 * Parses a product's offer.
 * @param siteId a site of the suite, used if the product has no sites of its own
 * @throws Failed if the offer has none of the three forms, or is empty
 */
export function readOffer(data: unknown, siteId: string): Offer {
  const edc = EdcRoles.safeParse(data).data
  const rtsm = RtsmRoles.safeParse(data).data
  const trial = TrialRoles.safeParse(data).data
  if (edc) return edcOffer(edc, siteId)
  if (rtsm) return rtsmOffer(rtsm, siteId)
  if (trial) return trialOffer(trial, siteId)
  throw new Failed('the data have none of the three forms: EDC, RTSM, or CTMS and eTMF')
}
