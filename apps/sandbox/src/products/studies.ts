import { createHash } from 'node:crypto'
import { type EdcRoles, moduleRole, type RolesRequest, type TrialRoles } from '@atrium/contract'
import { bothNames } from './names.ts'
import type { RolesStyle } from './products.ts'
import type { Named, ProductRecords, StudyRecord } from './records.ts'

type ReceivedStudy = Pick<RolesRequest, 'studyUrlId' | 'tenantId' | 'study' | 'sites'>

/**
 * Returns the number of a study's first project. It is derived from the study, so that a demonstration can grant
 * roles in projects before the product is first called (apps/server/src/app/demonstration/product-roles.ts).
 */
const firstProject = (studyUrlId: string): number =>
  createHash('sha256').update(studyUrlId).digest().readUInt32BE() * 2 + 1

/** Returns the two projects of a study: one for production and one for training. */
const projectsOf = (studyUrlId: string, code: string): StudyRecord['projects'] => [
  {
    id: String(firstProject(studyUrlId)),
    name: bothNames(`${code} 随机与供药`, `${code} randomisation and supply`),
    environmentFlag: 1,
    status: 1,
  },
  { id: String(firstProject(studyUrlId) + 1), name: `${code} UAT`, environmentFlag: 2, status: 0 },
]

const arms = [bothNames('试验药组', 'Active'), bothNames('安慰剂组', 'Placebo')] as const

/**
 * Maximum number of days since the first randomisation at a site, counted from when the product first receives the
 * site.
 */
const span = 120
const day = 24 * 3_600_000

/** Returns invented subjects. Apart from their dates, they are the same for every new product. */
const subjectsAt = (projectId: string, site: ReceivedStudy['sites'][number]): StudyRecord['subjects'] =>
  [1, 2, 3].map((count) => {
    const number = `${site.code}-${String(count).padStart(3, '0')}`
    const [days = 0, arm = 0, ...kit] = createHash('sha256')
      .update(`${projectId} ${site.id} ${number}`)
      .digest()
    return {
      projectId,
      siteId: site.id,
      number,
      randomisedOn: new Date(Date.now() - (1 + (days % span)) * day).toISOString().slice(0, 10),
      kit: `K${String((kit[0] ?? 0) * 256 + (kit[1] ?? 0)).padStart(5, '0')}`,
      arm: arms[arm % arms.length] ?? arms[0],
    }
  })

/** Returns the folders of a trial master file: two above the sites, and one for each site. */
const ownSitesOf = (sites: ReceivedStudy['sites']): Named[] => [
  { id: 'F-STUDY', name: bothNames('研究层级', 'Trial level') },
  { id: 'F-LAB', name: bothNames('中心实验室', 'Central laboratory') },
  ...sites.map(({ id, code, name }) => ({ id: `F-${id}`, name: `${code} ${name}` })),
]

/** Stores a study that the suite sent, and adds the product's own data. */
export function storeStudy(records: ProductRecords, style: RolesStyle, received: ReceivedStudy): StudyRecord {
  const { studyUrlId, tenantId, study, sites } = received
  const index = records.studies.findIndex((known) => known.studyUrlId === studyUrlId)
  const before = records.studies[index]
  const projects = style === 'rtsm' ? (before?.projects ?? projectsOf(studyUrlId, study.code)) : []
  const known = {
    studyUrlId,
    tenantId,
    study,
    sites,
    projects,
    ownSites: style === 'etmf' ? ownSitesOf(sites) : [],
    subjects: projects.flatMap(({ id }) =>
      sites.flatMap((site) => {
        const there = before?.subjects.filter(
          ({ projectId, siteId }) => projectId === id && siteId === site.id,
        )
        return there && there.length > 0 ? there : subjectsAt(id, site)
      }),
    ),
  }
  if (before) records.studies[index] = known
  else records.studies.push(known)
  return known
}

const capital = ({ id, name }: Named) => ({ Id: Number(id), Name: name })

/** Returns what a product offers in a study, as in section 3 of the specification. */
export function rolesResponse(records: ProductRecords, style: RolesStyle, study: StudyRecord): object {
  const { roles, environments, storeHouses } = records
  const plain = (isGeneral: boolean) =>
    roles.filter((role) => role.isGeneral === isGeneral).map(({ id, name }) => ({ id, name }))
  switch (style) {
    case 'edc':
      return {
        Environments: environments.map(capital),
        RoleInfos: roles.map((role) => ({ ...capital(role), FType: role.isGeneral ? moduleRole : 2 })),
      } satisfies Record<keyof EdcRoles, unknown>
    case 'rtsm':
      return {
        List: study.projects.map(({ id, name, environmentFlag, status }) => ({
          Id: Number(id),
          ProjectName: name,
          EnvironmentFlag: environmentFlag,
          Status: status,
          RoleList: roles.map((role) => ({ ...capital(role), IsBlind: role.isBlind })),
          StockHouseList: storeHouses.map(capital),
        })),
      }
    case 'ctms':
    case 'etmf':
      return {
        tenantRoles: plain(true),
        studyRoles: plain(false),
        ...(style === 'etmf' && { sites: study.ownSites }),
      } satisfies Partial<Record<keyof TrialRoles, unknown>>
  }
}
