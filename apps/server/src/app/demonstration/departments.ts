import { uuidv7 } from 'uuidv7'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoTenantId } from './seed-demo.ts'
import { demoTenants } from './tenants.ts'

/** A department of the demonstration, with those below it and the user names of the people in it. */
interface DemoDepartment {
  readonly name: string
  readonly people?: readonly string[]
  readonly list?: readonly DemoDepartment[]
}

/** By the demonstration tenants' keys. */
const demoDepartments: Readonly<Record<string, readonly DemoDepartment[]>> = {
  lumingxi: [
    {
      name: '临床开发中心',
      people: ['lumingxi.admin'],
      list: [
        { name: '临床医学部' },
        {
          name: '临床运营部',
          list: [{ name: '华东监查组', people: ['lumingxi.cra'] }, { name: '华南监查组' }],
        },
        { name: '临床供应部', people: ['lumingxi.supply'] },
        { name: '数据管理与统计部' },
        { name: '药物警戒部' },
      ],
    },
    { name: '注册事务部' },
    { name: '质量保证部' },
  ],
  hengxulan: [
    {
      name: '项目管理部',
      people: ['hengxulan.admin'],
      list: [{ name: '肿瘤项目组' }, { name: '心血管项目组' }],
    },
    { name: '临床监查部' },
    { name: '培训与质控部' },
  ],
  qingyulan: [
    { name: '研究中心管理部', people: ['qingyulan.admin'] },
    { name: '器械临床部', list: [{ name: '植入器械组' }] },
  ],
}

interface Place {
  readonly tenantId: string
  readonly parentId: string | null
}

async function add(trx: Trx, place: Place, { name, people = [], list = [] }: DemoDepartment): Promise<void> {
  const { tenantId } = place
  const id = uuidv7()
  await trx
    .insertInto('department')
    .values({ ...place, id, departmentName: name })
    .execute()
  const found = await trx
    .selectFrom('tenantUser')
    .innerJoin('appUser', 'appUser.id', 'tenantUser.userId')
    .select('tenantUser.id')
    .where('tenantId', '=', tenantId)
    .where('userName', 'in', ['', ...people])
    .execute()
  for (const { id: tenantUserId } of found)
    await trx.insertInto('departmentUser').values({ tenantId, departmentId: id, tenantUserId }).execute()
  for (const below of list) await add(trx, { tenantId, parentId: id }, below)
}

/** Whether there are departments by now, which somebody has made: the demonstration leaves them alone. */
const hasDepartments = async (trx: Trx, tenantId: string): Promise<boolean> => {
  const query = trx.selectFrom('department').select('id').where('tenantId', '=', tenantId).limit(1)
  return (await query.executeTakeFirst()) !== undefined
}

/**
 * Adds the demonstration's departments, and puts its people into them, once. Needs the demonstration tenants in place.
 * Must run as the platform.
 */
export async function seedDemoDepartments(trx: Trx): Promise<void> {
  await deliverOnce(trx, { name: 'demo departments', version: 1 }, async () => {
    for (const tenant of demoTenants) {
      const tenantId = await demoTenantId(trx, tenant)
      if (tenantId === undefined || (await hasDepartments(trx, tenantId))) continue
      for (const department of demoDepartments[tenant.key] ?? [])
        await add(trx, { tenantId, parentId: null }, department)
    }
  })
}
