import { categories, membershipStatus, userStatus, userTypes } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { tenantAdministrator, tenantMember } from '../../modules/access/index.ts'
import {
  emailKey,
  noteUserNameLooks,
  phoneKey,
  userNameKey,
} from '../../modules/identity/identifiers/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { addDemoRole, demoTenantId } from './seed-demo.ts'
import { daysAgo } from './tables.ts'
import { demoTenants } from './tenants.ts'

/** A role of tenants that holds less than their administrators' does. */
const studyManager = {
  id: 'demo-study-manager',
  name: '研究管理员',
  nameEn: 'Study manager',
  description: '管理所属租户的研究与中心',
  descriptionEn: 'Manages the studies and sites of their tenant',
  roleType: 2,
  menus: ['tenantManager', 'tenantSite', 'tenantPorject'],
} as const

/** Somebody of a demonstration tenant who cannot sign in: nobody gave them a password. */
interface DemoTenantUser {
  readonly fullName: string
  /** The English form of the name; without it, the name is shown as it is. */
  readonly fullNameEn?: string
  /** Behind the tenant's key; makes the e-mail address as well. */
  readonly name: string
  /** Codes of global entries of the dictionary. */
  readonly type: string
  readonly position: string
  /** The members' role unless given; null for none. */
  readonly role?: string | null
  /** How long ago they joined, in days. */
  readonly joined: number
  readonly disabled?: true
  readonly locked?: true
  readonly special?: true
  /** Keys of further tenants that they belong to. */
  readonly also?: readonly string[]
}

/** People of each state: with and without a role, disabled, locked, special, and in two tenants. */
export const demoTenantUsers: Readonly<Record<string, readonly DemoTenantUser[]>> = {
  lumingxi: [
    {
      fullName: '顾清和',
      fullNameEn: 'Gu Qinghe',
      name: 'gu',
      type: 'SPONSOR',
      position: 'PM',
      role: studyManager.id,
      joined: 400,
    },
    {
      fullName: '沈知远',
      fullNameEn: 'Shen Zhiyuan',
      name: 'shen',
      type: 'SPONSOR',
      position: 'MM',
      joined: 320,
    },
    { fullName: '叶闻溪', fullNameEn: 'Ye Wenxi', name: 'ye', type: 'SPONSOR', position: 'DM', joined: 300 },
    {
      fullName: '欧阳暮云',
      fullNameEn: 'Ouyang Muyun',
      name: 'ouyang',
      type: 'SPONSOR',
      position: 'STAT',
      joined: 260,
      also: ['hengxulan'],
    },
    {
      fullName: '林疏桐',
      fullNameEn: 'Lin Shutong',
      name: 'lin',
      type: 'SPONSOR',
      position: 'PV',
      joined: 210,
    },
    {
      fullName: '贺兰舟',
      fullNameEn: 'He Lanzhou',
      name: 'he',
      type: 'VENDOR',
      position: 'SCM',
      joined: 150,
      disabled: true,
    },
    { fullName: 'Clara Fenwick', name: 'fenwick', type: 'SPONSOR', position: 'MW', joined: 120 },
    {
      fullName: '秦述白',
      fullNameEn: 'Qin Shubai',
      name: 'qin',
      type: 'SPONSOR',
      position: 'QA',
      joined: 90,
      locked: true,
    },
    { fullName: '温如言', fullNameEn: 'Wen Ruyan', name: 'wen', type: 'SPONSOR', position: 'RA', joined: 45 },
    {
      fullName: '系统对接账号',
      fullNameEn: 'System interface',
      name: 'interface',
      type: 'SPONSOR',
      position: 'DM',
      role: null,
      joined: 30,
      special: true,
    },
  ],
  hengxulan: [
    {
      fullName: '方砚秋',
      fullNameEn: 'Fang Yanqiu',
      name: 'fang',
      type: 'CRO',
      position: 'PM',
      role: tenantAdministrator.id,
      joined: 380,
    },
    { fullName: '裴望舒', fullNameEn: 'Pei Wangshu', name: 'pei', type: 'CRO', position: 'CRA', joined: 350 },
    {
      fullName: '乔南星',
      fullNameEn: 'Qiao Nanxing',
      name: 'qiao',
      type: 'CRO',
      position: 'CRA',
      joined: 340,
    },
    { fullName: '孟岁安', fullNameEn: 'Meng Suian', name: 'meng', type: 'CRO', position: 'CTA', joined: 280 },
    {
      fullName: '罗衣白',
      fullNameEn: 'Luo Yibai',
      name: 'luo',
      type: 'CRO',
      position: 'DM',
      role: studyManager.id,
      joined: 230,
    },
    {
      fullName: '阿依努尔·热合曼',
      fullNameEn: 'Aynur Rahman',
      name: 'aynur',
      type: 'CRO',
      position: 'SP',
      joined: 190,
    },
    {
      fullName: '邵既明',
      fullNameEn: 'Shao Jiming',
      name: 'shao',
      type: 'SMO',
      position: 'CRC',
      joined: 140,
    },
    {
      fullName: '祝余',
      fullNameEn: 'Zhu Yu',
      name: 'zhu',
      type: 'SMO',
      position: 'CRC',
      joined: 100,
      disabled: true,
    },
    { fullName: 'Tomas Lindqvist', name: 'lindqvist', type: 'CRO', position: 'CODER', joined: 60 },
    { fullName: '白芷', fullNameEn: 'Bai Zhi', name: 'bai', type: 'CRO', position: 'UNBLIND', joined: 20 },
  ],
  qingyulan: [
    {
      fullName: '江照晚',
      fullNameEn: 'Jiang Zhaowan',
      name: 'jiang',
      type: 'SPONSOR',
      position: 'PM',
      role: studyManager.id,
      joined: 200,
    },
    { fullName: '陆离', fullNameEn: 'Lu Li', name: 'lu', type: 'SPONSOR', position: 'MMON', joined: 180 },
    {
      fullName: '宋微言',
      fullNameEn: 'Song Weiyan',
      name: 'song',
      type: 'SPONSOR',
      position: 'DM',
      joined: 175,
    },
    {
      fullName: '司徒景行',
      fullNameEn: 'Situ Jingxing',
      name: 'situ',
      type: 'SPONSOR',
      position: 'STAT',
      joined: 160,
    },
    {
      fullName: '何以牧',
      fullNameEn: 'He Yimu',
      name: 'yimu',
      type: 'SPONSOR',
      position: 'CRA',
      joined: 130,
    },
    { fullName: '唐予舒', fullNameEn: 'Tang Yushu', name: 'tang', type: 'SITE', position: 'PI', joined: 110 },
    { fullName: '岑夏', fullNameEn: 'Cen Xia', name: 'cen', type: 'SITE', position: 'SUBI', joined: 108 },
    {
      fullName: '穆青',
      fullNameEn: 'Mu Qing',
      name: 'mu',
      type: 'SITE',
      position: 'SN',
      joined: 80,
      disabled: true,
    },
    { fullName: 'Ines Duarte', name: 'duarte', type: 'VENDOR', position: 'TMF', joined: 50 },
    {
      fullName: '尹知夏',
      fullNameEn: 'Yin Zhixia',
      name: 'yin',
      type: 'SPONSOR',
      position: 'QA',
      joined: 10,
    },
  ],
}

/** Adds people with their places in a tenant and in further ones; not whose user name, address or phone is taken by now. */
async function addPeople(
  trx: Trx,
  key: string,
  tenantIds: ReadonlyMap<string, string>,
  phonePrefix: string,
): Promise<void> {
  const people = (demoTenantUsers[key] ?? []).map((person, index) => {
    const [userName, phone] = [`${key}.${person.name}`, `${phonePrefix}${101 + index}`]
    return { person, id: uuidv7(), userName, phone, email: `${person.name}@${key}.example` }
  })
  const added = await trx
    .insertInto('appUser')
    .values(
      people.map(({ person, id, userName, phone, email }) => ({
        id,
        fullName: person.fullName,
        fullNameEn: person.fullNameEn,
        userName,
        userNameKey: userNameKey(userName),
        email,
        emailKey: emailKey(email),
        emailValid: 0,
        phone,
        phoneKey: phoneKey(phone),
        phoneValid: 0,
        status: person.locked ? userStatus.locked : userStatus.normal,
        userType: person.special ? userTypes.special : userTypes.normal,
        createdAt: daysAgo(person.joined),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .execute()
  const there = people.filter(({ id }) => added.some((row) => row.id === id))
  for (const { id, userName } of there) await noteUserNameLooks(trx, id, userName)
  const places = there.flatMap(({ person, id: userId }) =>
    [key, ...(person.also ?? [])].flatMap((tenant) => {
      const tenantId = tenantIds.get(tenant)
      if (tenantId === undefined) return []
      const place = {
        tenantId,
        id: uuidv7(),
        userId,
        roleId: person.role === undefined ? tenantMember.id : person.role,
        typeId: globalEntryId(categories.userType, person.type),
        positionId: globalEntryId(categories.position, person.position),
        enabled: person.disabled ? membershipStatus.disabled : membershipStatus.enabled,
        joinDate: daysAgo(person.joined),
        createdAt: daysAgo(person.joined),
      }
      return [place]
    }),
  )
  if (places.length > 0) await trx.insertInto('tenantUser').values(places).execute()
}

/**
 * Adds people to the demonstration tenants, once, and a role that some of them have. Needs the demonstration tenants, the
 * dictionaries and the menus in place. Must run as the platform.
 */
export async function seedDemoTenantUsers(trx: Trx): Promise<void> {
  await deliverOnce(trx, { name: 'demo tenant users', version: 1 }, async () => {
    await addDemoRole(trx, studyManager)
    const tenantIds = new Map<string, string>()
    for (const tenant of demoTenants) {
      const id = await demoTenantId(trx, tenant)
      if (id !== undefined) tenantIds.set(tenant.key, id)
    }
    for (const { key, administrator } of demoTenants)
      if (tenantIds.has(key)) await addPeople(trx, key, tenantIds, administrator.phone.slice(0, -3))
  })
}
