import { createHash } from 'node:crypto'
import { type EdcRoles, moduleRole, type RolesRequest, type TrialRoles } from '@atrium/contract'
import { bothNames } from './names.ts'
import type { RolesStyle } from './products.ts'
import type { Named, ProductRecords, StudyRecord } from './records.ts'

type ReceivedStudy = Pick<RolesRequest, 'studyUrlId' | 'tenantId' | 'study' | 'sites'>

/**
 * The number of a study's first project. It follows from the study, so that a demonstration made before the product has
 * ever been asked (apps/server/src/app/demonstration/product-roles.ts) gives people roles in the projects that it will have.
 */
const firstProject = (studyUrlId: string): number =>
  createHash('sha256').update(studyUrlId).digest().readUInt32BE() * 2 + 1

/** A product has two of these for each study: the live one, and one for training. */
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

/** How long before the product first hears of a site the first subject was randomised there, at the most, in days. */
const span = 120
const day = 24 * 3_600_000

/** Invented subjects, but for the dates the same whenever the product is new. */
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

/** A trial master file has folders above the sites, and one of each site. */
const ownSitesOf = (sites: ReceivedStudy['sites']): Named[] => [
  { id: 'F-STUDY', name: bothNames('研究层级', 'Trial level') },
  { id: 'F-LAB', name: bothNames('中心实验室', 'Central laboratory') },
  ...sites.map(({ id, code, name }) => ({ id: `F-${id}`, name: `${code} ${name}` })),
]

/** Stores the suite's data of a study, and adds the product's own. */
export function takeInStudy(
  records: ProductRecords,
  style: RolesStyle,
  received: ReceivedStudy,
): StudyRecord {
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

/** Offer of a product in a study, as in section 3 of the specification. */
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
