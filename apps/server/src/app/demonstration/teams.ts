import { categories, membershipStatus, userStatus, userTypes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { tenantAdministrator, tenantMember } from '../../modules/access/index.ts'
import { emailKey, phoneKey, userNameKey, userNameLooks } from '../../modules/identity/identifiers/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoNames } from './names.ts'
import { addDemoRole, newTenantId } from './seed-demo.ts'
import { daysAgo, rowsOf } from './tables.ts'
import { type DemoTenant, demoTenants } from './tenants.ts'

/** A role of tenants for those who set studies up and give people access to them. */
export const studyAuthorizer = {
  id: 'demo-study-authorizer',
  name: '研究授权管理员',
  nameEn: 'Study access manager',
  description: '管理所属租户的研究、研究中心、软件与用户授权',
  descriptionEn: 'Manages studies, their sites and who may use which product in them',
  roleType: 2,
  menus: [
    ...(['tenantManager', 'tenantSite', 'tenantPorject'] as const),
    ...(['projectManager', 'projectSite', 'softAllowed', 'userAllowed', 'authorization'] as const),
  ],
} as const

/** Departments beside those that the demonstration began with, each below one that stands, or at the top. */
const departments = rowsOf(
  ['tenant', 'name', 'below'],
  `
  lumingxi | 华北监查组 | 临床运营部
  lumingxi | 西部监查组 | 临床运营部
  lumingxi | 合作研究中心 |
  hengxulan | 北方区 | 临床监查部
  hengxulan | 华东区 | 临床监查部
  hengxulan | 华南区 | 临床监查部
  hengxulan | 西部区 | 临床监查部
  hengxulan | 数据科学部 |
  hengxulan | 数据管理组 | 数据科学部
  hengxulan | 统计编程组 | 数据科学部
  hengxulan | 医学与药物警戒部 |
  hengxulan | 合作研究中心 |
  qingyulan | 医学影像与电生理组 | 器械临床部
  qingyulan | 质量与法规部 |
  qingyulan | 合作研究中心 |
  `,
)

/** Who works where: department, user type, and how many people in which position; both by the dictionary's codes. */
export const teams = rowsOf(
  ['tenant', 'department', 'type', 'positions'],
  `
  lumingxi | 临床开发中心 | SPONSOR | PM 4
  lumingxi | 临床医学部 | SPONSOR | MM 4, MMON 4, MW 2
  lumingxi | 华东监查组 | SPONSOR | CRA 7, CTA 2
  lumingxi | 华南监查组 | SPONSOR | CRA 6, CTA 1
  lumingxi | 华北监查组 | SPONSOR | CRA 7, CTA 2
  lumingxi | 西部监查组 | SPONSOR | CRA 4, CTA 1
  lumingxi | 数据管理与统计部 | SPONSOR | DM 6, CODER 2, STAT 2, SP 2, UNBLIND 2
  lumingxi | 药物警戒部 | SPONSOR | PV 4
  lumingxi | 注册事务部 | SPONSOR | RA 3
  lumingxi | 质量保证部 | SPONSOR | QA 3, AUDITOR 1
  lumingxi | 临床供应部 | SPONSOR | SCM 1
  lumingxi | 合作研究中心 | SITE | PI 8, SUBI 8, SN 4, PHARM 3
  lumingxi | 合作研究中心 | SMO | CRC 10
  hengxulan | 项目管理部 | CRO | PM 5, TMF 3
  hengxulan | 肿瘤项目组 | CRO | PM 3, CTA 2
  hengxulan | 心血管项目组 | CRO | PM 2, CTA 2
  hengxulan | 北方区 | CRO | CRA 12, CTA 1
  hengxulan | 华东区 | CRO | CRA 11, CTA 2
  hengxulan | 华南区 | CRO | CRA 11, CTA 1
  hengxulan | 西部区 | CRO | CRA 6
  hengxulan | 数据管理组 | CRO | DM 9, CODER 3
  hengxulan | 统计编程组 | CRO | STAT 4, SP 5
  hengxulan | 医学与药物警戒部 | CRO | MM 2, MW 3, PV 4
  hengxulan | 培训与质控部 | CRO | QA 3
  hengxulan | 合作研究中心 | SITE | PI 7, SUBI 5
  hengxulan | 合作研究中心 | SMO | CRC 9
  qingyulan | 研究中心管理部 | SPONSOR | PM 3, CRA 8, CTA 2
  qingyulan | 植入器械组 | SPONSOR | PM 2, MM 2, MMON 1
  qingyulan | 医学影像与电生理组 | SPONSOR | MM 2, DM 3
  qingyulan | 质量与法规部 | SPONSOR | QA 2, RA 2
  qingyulan | 合作研究中心 | SITE | PI 6, SUBI 5, SN 3
  qingyulan | 合作研究中心 | SMO | CRC 6
  `,
)

/** `CRA 7, CTA 2` as seven times CRA and twice CTA. */
const positionsOf = (positions: string): string[] =>
  positions.split(', ').flatMap((text) => {
    const [code = '', count = ''] = text.split(' ')
    return Array<string>(Number(count)).fill(code)
  })

const seats = teams.flatMap(({ positions, ...team }) =>
  positionsOf(positions).map((position) => ({ ...team, position })),
)

const names = demoNames(seats.length)

/** Everybody of the teams: nobody gave them a password, none can sign in. */
export const teamMembers = seats.map((seat, index) => {
  // Names are dealt out over the teams, so that those from abroad sit here and there.
  const { fullName, fullNameEn, latin } = names[(index * 23) % names.length] ?? {
    fullName: '',
    fullNameEn: '',
    latin: '',
  }
  const atSite = seat.type === 'SITE' || seat.type === 'SMO'
  const email = `${latin}@${atSite ? 'hospital' : seat.tenant}.example`
  // Everybody has joined by the day before yesterday.
  return { ...seat, index, fullName, fullNameEn, userName: latin, email, joined: 2 + ((index * 37) % 690) }
})

type TeamMember = (typeof teamMembers)[number]

/** Of each tenant the first project manager administers it, the others their studies; everybody else is a member. */
const roleOf = ({ tenant, position }: TeamMember, isFirst: boolean): string => {
  if (position !== 'PM') return tenantMember.id
  return isFirst && tenant !== 'hengxulan' ? tenantAdministrator.id : studyAuthorizer.id
}

async function addDepartments(trx: Trx, tenant: string, tenantId: string): Promise<void> {
  const rows = departments.filter((department) => department.tenant === tenant)
  for (const { name, below } of rows) {
    const parentId = (await departmentIds(trx, tenantId)).get(below) ?? null
    await trx
      .insertInto('department')
      .values({ tenantId, id: uuidv7(), parentId, departmentName: name })
      .execute()
  }
}

/** Departments of a tenant by their names. */
async function departmentIds(trx: Trx, tenantId: string): Promise<Map<string, string>> {
  const rows = await trx
    .selectFrom('department')
    .select(['id', 'departmentName'])
    .where('tenantId', '=', tenantId)
    .execute()
  return new Map(rows.map(({ id, departmentName }) => [departmentName, id]))
}

/**
 * Adds the accounts of people. In few statements: the module adds one at a time, sends each a password and has it hashed.
 * @returns them with their ids
 */
async function addAccounts(trx: Trx, people: readonly TeamMember[], phonePrefix: string) {
  const rows = people.map((person, index) => ({
    person,
    userId: uuidv7(),
    phone: `${phonePrefix}${201 + index}`,
  }))
  await trx
    .insertInto('appUser')
    .values(
      rows.map(({ person, userId, phone }) => ({
        id: userId,
        fullName: person.fullName,
        fullNameEn: person.fullNameEn,
        userName: person.userName,
        userNameKey: userNameKey(person.userName),
        email: person.email,
        emailKey: emailKey(person.email),
        emailValid: person.index % 12 === 5 ? 1 : 0,
        phone,
        phoneKey: phoneKey(phone),
        phoneValid: person.index % 9 === 2 ? 1 : 0,
        status: person.index % 61 === 40 ? userStatus.locked : userStatus.normal,
        userType: userTypes.normal,
        createdAt: daysAgo(person.joined),
      })),
    )
    .execute()
  const looks = rows.flatMap(({ userId, person }) =>
    userNameLooks(person.userName).map((look) => ({ look, userId })),
  )
  await trx.insertInto('userNameLook').values(looks).execute()
  return rows
}

async function addTeam(trx: Trx, { key, administrator }: DemoTenant, tenantId: string): Promise<void> {
  await addDepartments(trx, key, tenantId)
  const members = teamMembers.filter(({ tenant }) => tenant === key)
  const added = await addAccounts(trx, members, administrator.phone.slice(0, -3))
  const places = added.map((account) => ({ ...account, id: uuidv7() }))
  const first = members.find(({ position }) => position === 'PM')
  await trx
    .insertInto('tenantUser')
    .values(
      places.map(({ person, userId, id }) => ({
        tenantId,
        id,
        userId,
        roleId: roleOf(person, person === first),
        typeId: globalEntryId(categories.userType, person.type),
        positionId: globalEntryId(categories.position, person.position),
        enabled: person.index % 23 === 11 ? membershipStatus.disabled : membershipStatus.enabled,
        joinDate: daysAgo(person.joined),
        createdAt: daysAgo(person.joined),
      })),
    )
    .execute()
  const ids = await departmentIds(trx, tenantId)
  const seated = places.flatMap(({ person, id: tenantUserId }) => {
    const departmentId = ids.get(person.department)
    return departmentId === undefined ? [] : [{ tenantId, departmentId, tenantUserId }]
  })
  await trx.insertInto('departmentUser').values(seated).execute()
}

/**
 * Fills the demonstration tenants with people in teams. Needs its tenants, departments, the dictionaries and the menus in
 * place. Must run as the platform.
 */
export async function addTeams(trx: Trx): Promise<void> {
  await addDemoRole(trx, studyAuthorizer)
  for (const tenant of demoTenants) await addTeam(trx, tenant, await newTenantId(trx, tenant))
}
