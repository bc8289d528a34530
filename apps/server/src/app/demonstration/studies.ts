import { categories } from '@atrium/contract'
import { type RawBuilder, sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { deliverOnce } from '../../platform/database/product-data.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { demoTenantId } from './seed-demo.ts'
import { demoTenants } from './tenants.ts'

/** A study of the demonstration. What it names of the dictionary are codes of global entries. */
export interface DemoStudy {
  /** The demonstration tenant's. */
  readonly tenant: string
  readonly code: string
  readonly protocol: string
  readonly name: string
  readonly title: string
  readonly abbr: string
  readonly principal: string
  readonly sponsor: string
  readonly department: string
  readonly partner?: string
  readonly sites: number
  readonly patients: number
  readonly indication: string
  readonly product: string
  readonly drug: string
  readonly design: string
  readonly scope: string
  readonly productType: string
  readonly stage: string
  readonly type: string
  readonly area: string
  readonly status: string
  /** Its first and its last day, in days from the day of the first start; how long that is. */
  readonly days?: readonly [number, number]
  readonly duration: string
}

/** Invented studies of invented products, as such tenants run them. */
export const demoStudies: readonly DemoStudy[] = [
  {
    tenant: 'lumingxi',
    code: 'LMX-101-01',
    protocol: 'LMX-101-01',
    name: 'LMX-101 治疗晚期实体瘤的 I 期研究',
    title: '一项评价 LMX-101 片在晚期实体瘤受试者中的安全性、耐受性和药代动力学的开放、剂量递增 I 期临床研究',
    abbr: 'LMX-101 I 期',
    principal: '沈砚秋',
    sponsor: '鹿鸣溪生物医药（苏州）有限公司',
    department: 'I 期临床试验病房',
    sites: 3,
    patients: 45,
    indication: '标准治疗失败的晚期实体瘤',
    product: 'LMX-101，口服小分子激酶抑制剂，化学药品 1 类',
    drug: 'LMX-101 片，10 mg、50 mg，每日一次',
    design: '开放、单臂；剂量递增（3+3）后扩展',
    scope: 'CN-MULTI',
    productType: 'CHEMICAL',
    stage: 'P1',
    type: 'REGISTRATION',
    area: 'ONC',
    status: 'ENROLLED',
    days: [-520, 90],
    duration: '20 个月',
  },
  {
    tenant: 'lumingxi',
    code: 'LMX-101-02',
    protocol: 'LMX-101-02',
    name: 'LMX-101 治疗非小细胞肺癌的 II 期研究',
    title:
      '一项比较 LMX-101 片联合多西他赛与安慰剂联合多西他赛治疗经治晚期非小细胞肺癌的随机、双盲、多中心 II 期临床研究',
    abbr: 'LMX-101 II 期',
    principal: '顾听澜',
    sponsor: '鹿鸣溪生物医药（苏州）有限公司',
    department: '呼吸与危重症医学科',
    partner: '衡序澜临床研究（上海）有限公司',
    sites: 12,
    patients: 160,
    indication: '二线及以上晚期非小细胞肺癌',
    product: 'LMX-101，口服小分子激酶抑制剂，化学药品 1 类',
    drug: 'LMX-101 片 50 mg 或安慰剂；背景治疗：多西他赛注射液',
    design: '随机、双盲、安慰剂对照，2:1 分组，主要终点为无进展生存期',
    scope: 'CN-MULTI',
    productType: 'CHEMICAL',
    stage: 'P2',
    type: 'REGISTRATION',
    area: 'ONC',
    status: 'RECRUITING',
    days: [-150, 760],
    duration: '30 个月',
  },
  {
    tenant: 'lumingxi',
    code: 'LMX-205-BE',
    protocol: 'LMX-205-BE-01',
    name: 'LMX-205 缓释片人体生物等效性试验',
    title: 'LMX-205 缓释片在健康受试者中空腹及餐后单次给药的随机、两周期、交叉生物等效性试验',
    abbr: 'LMX-205 BE',
    principal: '沈砚秋',
    sponsor: '鹿鸣溪生物医药（苏州）有限公司',
    department: 'I 期临床试验病房',
    sites: 1,
    patients: 48,
    indication: '2 型糖尿病',
    product: 'LMX-205 缓释片，化学药品 4 类',
    drug: '受试制剂与参比制剂，每周期单次口服 1 片',
    design: '单中心、随机、开放、两制剂、两周期、双交叉',
    scope: 'CN-SINGLE',
    productType: 'CHEMICAL',
    stage: 'BE',
    type: 'REGISTRATION',
    area: 'ENDO',
    status: 'ETHICS',
    days: [30, 150],
    duration: '4 个月',
  },
  {
    tenant: 'hengxulan',
    code: 'HXL-C07-03',
    protocol: 'QY-7702-III',
    name: 'QY-7702 单抗治疗中重度斑块状银屑病的 III 期研究',
    title: '一项评价 QY-7702 注射液治疗中重度斑块状银屑病的随机、双盲、安慰剂对照、多中心 III 期临床研究',
    abbr: 'QY-7702 III 期',
    principal: '霍清晏',
    sponsor: '青原生物技术（示例）有限公司',
    department: '皮肤科',
    sites: 36,
    patients: 480,
    indication: '适合系统治疗的中重度斑块状银屑病',
    product: 'QY-7702，抗 IL-17A 人源化单克隆抗体，治疗用生物制品 1 类',
    drug: 'QY-7702 注射液 150 mg/1 mL，皮下注射；安慰剂外观一致',
    design: '随机、双盲、安慰剂对照，诱导期 16 周，维持期 36 周，主要终点为第 16 周 PASI 75',
    scope: 'CN-MULTI',
    productType: 'BIOLOGIC',
    stage: 'P3',
    type: 'REGISTRATION',
    area: 'DERM',
    status: 'RECRUITING',
    days: [-210, 690],
    duration: '30 个月',
  },
  {
    tenant: 'hengxulan',
    code: 'HXL-R02-01',
    protocol: 'HXL-RWS-2602',
    name: '慢性肾脏病患者用药真实世界研究',
    title: '一项观察中国慢性肾脏病患者用药模式与肾脏结局的多中心、前瞻性真实世界研究',
    abbr: 'CKD 真实世界',
    principal: '叶怀瑾',
    sponsor: '衡序澜临床研究（上海）有限公司',
    department: '肾内科',
    sites: 20,
    patients: 3000,
    indication: '慢性肾脏病 3–4 期',
    product: '不涉及试验用药品',
    drug: '常规诊疗用药，不作干预',
    design: '多中心、前瞻性、观察性队列，随访 24 个月',
    scope: 'CN-MULTI',
    productType: '',
    stage: 'RWS',
    type: 'OBSERVATIONAL',
    area: 'RENAL',
    status: 'PLANNING',
    duration: '36 个月',
  },
  {
    tenant: 'qingyulan',
    code: 'QYL-S1-01',
    protocol: 'QYL-S1-2025-01',
    name: '示例支架 QYL-S1 的前瞻性多中心临床试验',
    title: '评价药物洗脱冠脉支架 QYL-S1 治疗原发冠状动脉病变的前瞻性、多中心、单组目标值临床试验',
    abbr: 'QYL-S1',
    principal: '裴云深',
    sponsor: '青屿岚医疗科技（深圳）有限公司',
    department: '心血管内科',
    sites: 8,
    patients: 120,
    indication: '原发、原位冠状动脉病变',
    product: 'QYL-S1 药物洗脱冠脉支架系统，第三类医疗器械',
    drug: '不适用',
    design: '单组目标值法，主要终点为 12 个月靶病变失败率',
    scope: 'CN-MULTI',
    productType: 'DEVICE',
    stage: 'NA',
    type: 'REGISTRATION',
    area: 'CV',
    status: 'FOLLOW-UP',
    days: [-400, 330],
    duration: '24 个月',
  },
]

const dayFromNow = (days: number): RawBuilder<string> => sql`current_date + ${sql.lit(days)}`

const entry = (categoryId: string, code: string): string | null =>
  code === '' ? null : globalEntryId(categoryId, code)

const columnsOf = (study: DemoStudy) => ({
  studyName: study.name,
  planCode: study.protocol,
  principal: study.principal,
  nameAbbr: study.abbr,
  fameFull: study.title,
  sponsor: study.sponsor,
  studyScopeId: entry(categories.studyScope, study.scope),
  productTypeId: entry(categories.productType, study.productType),
  researchStageId: entry(categories.researchStage, study.stage),
  researchTypeId: entry(categories.researchType, study.type),
  therapeuticAreaId: entry(categories.therapeuticArea, study.area),
  indication: study.indication,
  productInfo: study.product,
  drugInfo: study.drug,
  designInfo: study.design,
  department: study.department,
  startTime: study.days ? dayFromNow(study.days[0]) : null,
  endTime: study.days ? dayFromNow(study.days[1]) : null,
  durationTime: study.duration,
  studyStatusId: entry(categories.studyStatus, study.status),
  partner: study.partner ?? '',
  siteCount: study.sites,
  patientCount: study.patients,
})

/** @param createdAt when it was made; now by default */
export async function addStudy(trx: Trx, study: DemoStudy, createdAt?: RawBuilder<Date>): Promise<void> {
  const tenant = demoTenants.find(({ key }) => key === study.tenant)
  if (!tenant) throw new Error(`There is no demonstration tenant ${study.tenant}`)
  const tenantId = await demoTenantId(trx, tenant)
  if (tenantId === undefined) return
  const columns = columnsOf(study)
  // Those that the demonstration had before, and nobody has changed since, get what they lack.
  const known = await trx
    .selectFrom('study')
    .select('id')
    .where('tenantId', '=', tenantId)
    .where('studyCode', '=', study.code)
    .executeTakeFirst()
  if (known)
    await trx
      .updateTable('study')
      .set(columns)
      .where('tenantId', '=', tenantId)
      .where('id', '=', known.id)
      .where('rowVersion', '=', 1)
      .execute()
  else
    await trx
      .insertInto('study')
      .values({ tenantId, id: uuidv7(), studyCode: study.code, ...columns, createdAt })
      .execute()
}

/**
 * Adds the demonstration's studies, once. Needs the demonstration tenants and the dictionaries in place. Must run as the
 * platform.
 */
export async function seedDemoStudies(trx: Trx): Promise<void> {
  await deliverOnce(trx, { name: 'demo studies', version: 1 }, async () => {
    for (const study of demoStudies) await addStudy(trx, study)
  })
}
