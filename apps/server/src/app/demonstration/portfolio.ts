import { categories } from '@atrium/contract'
import { uuidv7 } from 'uuidv7'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import type { Trx } from '../../platform/database/transaction.ts'
import { newTenantId } from './seed-demo.ts'
import { addStudy, type DemoStudy } from './studies.ts'
import { daysAgo, rowsOf } from './tables.ts'
import { demoTenants } from './tenants.ts'

const sponsors: Readonly<Record<string, string>> = {
  lumingxi: '鹿鸣溪生物医药（苏州）有限公司',
  hengxulan: '',
  qingyulan: '青屿岚医疗科技（深圳）有限公司',
}

const rows = rowsOf(
  [
    ...([
      'tenant',
      'code',
      'name',
      'abbr',
      'sponsor',
      'principal',
      'department',
      'sites',
      'patients',
    ] as const),
    ...([
      'indication',
      'product',
      'design',
      'scope',
      'productType',
      'stage',
      'type',
      'area',
      'status',
    ] as const),
    ...(['from', 'to', 'duration'] as const),
  ],
  `
  lumingxi | LMX-101-03 | LMX-101 一线治疗非小细胞肺癌的 III 期研究 | LMX-101 III 期 | | 顾听澜 | 呼吸与危重症医学科 | 48 | 620 | 驱动基因阳性的晚期非小细胞肺癌 | LMX-101 片 50 mg | 随机、双盲、阳性药对照 | CN-MULTI | CHEMICAL | P3 | REGISTRATION | ONC | RECRUITING | -140 | 990 | 37 个月
  lumingxi | LMX-118-01 | LMX-118 注射液治疗复发难治淋巴瘤的 I/II 期研究 | LMX-118 I/II 期 | | 佟予怀 | 血液科 | 10 | 96 | 复发或难治性弥漫大 B 细胞淋巴瘤 | LMX-118 双特异性抗体注射液 | 开放、剂量递增与扩展 | CN-MULTI | BIOLOGIC | P1-2 | REGISTRATION | HEM | RECRUITING | -260 | 540 | 26 个月
  lumingxi | LMX-118-02 | LMX-118 联合化疗治疗滤泡性淋巴瘤的 II 期研究 | LMX-118 II 期 | | 佟予怀 | 血液科 | 14 | 130 | 初治滤泡性淋巴瘤 | LMX-118 双特异性抗体注射液 | 单臂、多中心 | CN-MULTI | BIOLOGIC | P2 | REGISTRATION | HEM | NOT-RECRUITING | 20 | 880 | 28 个月
  lumingxi | LMX-230-02 | LMX-230 治疗 2 型糖尿病的 II 期研究 | LMX-230 II 期 | | 褚令仪 | 内分泌科 | 18 | 240 | 生活方式干预血糖控制不佳的 2 型糖尿病 | LMX-230 片 5 mg、10 mg | 随机、双盲、安慰剂对照、剂量探索 | CN-MULTI | CHEMICAL | P2 | REGISTRATION | ENDO | FOLLOW-UP | -430 | 60 | 16 个月
  lumingxi | LMX-230-MR | LMX-230 治疗 2 型糖尿病的国际多中心 III 期研究 | LMX-230 MRCT | | 褚令仪 | 内分泌科 | 60 | 900 | 2 型糖尿病 | LMX-230 片 10 mg | 随机、双盲、阳性药对照 | MRCT | CHEMICAL | P3 | REGISTRATION | ENDO | PLANNING | 120 | 1300 | 39 个月
  lumingxi | LMX-077-PMS | LMX-077 胶囊上市后安全性研究 | LMX-077 上市后 | | 尤知白 | 消化内科 | 24 | 1500 | 反流性食管炎 | LMX-077 肠溶胶囊 20 mg | 前瞻性、单臂、观察性 | CN-MULTI | CHEMICAL | P4 | PMS | GI | LOCKED | -900 | -20 | 29 个月
  lumingxi | LMX-051-02 | LMX-051 治疗偏头痛的 II 期研究 | LMX-051 II 期 | | 解语冰 | 神经内科 | 12 | 180 | 发作性偏头痛 | LMX-051 鼻喷剂 | 随机、双盲、安慰剂对照 | CN-MULTI | CHEMICAL | P2 | REGISTRATION | NEURO | TERMINATED | -700 | -310 | 13 个月
  hengxulan | HXL-O11-02 | BK-331 治疗晚期胃癌的 II 期研究 | BK-331 II 期 | 百川药研（示例）有限公司 | 纪南溟 | 肿瘤内科 | 16 | 150 | HER2 阳性晚期胃癌 | BK-331 抗体偶联药物注射液 | 单臂、开放、多中心 | CN-MULTI | BIOLOGIC | P2 | REGISTRATION | ONC | RECRUITING | -300 | 480 | 26 个月
  hengxulan | HXL-O12-03 | BK-331 辅助治疗乳腺癌的 III 期研究 | BK-331 III 期 | 百川药研（示例）有限公司 | 阮星野 | 乳腺外科 | 52 | 980 | HER2 阳性早期乳腺癌术后辅助 | BK-331 抗体偶联药物注射液 | 随机、开放、阳性药对照 | MRCT | BIOLOGIC | P3 | REGISTRATION | ONC | RECRUITING | -190 | 1500 | 56 个月
  hengxulan | HXL-V03-03 | 四价流感病毒裂解疫苗的 III 期研究 | 四价流感 III 期 | 和畅疫苗（示例）有限公司 | 项景行 | 疾病预防控制中心 | 6 | 3600 | 健康受试者预防流行性感冒 | 四价流感病毒裂解疫苗 0.5 mL | 随机、盲法、同类疫苗对照 | CN-MULTI | BIOLOGIC | P3 | REGISTRATION | VAC | LOCKED | -480 | -60 | 14 个月
  hengxulan | HXL-C09-02 | CV-5 治疗心力衰竭的 II 期研究 | CV-5 II 期 | 澄明心血管（示例）有限公司 | 裴云深 | 心血管内科 | 20 | 260 | 射血分数降低的慢性心力衰竭 | CV-5 片 2.5 mg、5 mg | 随机、双盲、安慰剂对照 | CN-MULTI | CHEMICAL | P2 | REGISTRATION | CV | ENROLLED | -410 | 210 | 20 个月
  hengxulan | HXL-E02-BE | 阿托伐他汀钙片人体生物等效性试验 | 阿托伐他汀 BE | 仁和药业（示例）有限公司 | 沈砚秋 | I 期临床研究室 | 1 | 36 | 健康受试者 | 阿托伐他汀钙片 20 mg | 单中心、随机、开放、双交叉 | CN-SINGLE | CHEMICAL | BE | REGISTRATION | CV | COMPLETED | -380 | -230 | 5 个月
  hengxulan | HXL-D01-01 | 伴随诊断试剂临床性能研究 | NGS 伴随诊断 | 见微诊断（示例）有限公司 | 纪南溟 | 病理科 | 5 | 1100 | 非小细胞肺癌组织样本 | 多基因突变检测试剂盒（高通量测序法） | 同步盲法、与已上市试剂比对 | CN-MULTI | IVD | NA | DIAGNOSTIC | DIAG | FOLLOW-UP | -240 | 120 | 12 个月
  hengxulan | HXL-R05-02 | 类风湿关节炎登记研究 | RA 登记 | 衡序澜临床研究（上海）有限公司 | 郦怀瑜 | 风湿免疫科 | 30 | 5000 | 类风湿关节炎 | 不涉及试验用药品 | 多中心、前瞻性登记 | CN-MULTI | | RWS | REGISTRY | IMM | SUSPENDED | -620 | 800 | 48 个月
  qingyulan | QYL-S1-02 | 支架 QYL-S1 上市后真实世界研究 | QYL-S1 上市后 | | 裴云深 | 心血管内科 | 20 | 1000 | 冠状动脉粥样硬化性心脏病 | QYL-S1 药物洗脱冠脉支架系统 | 多中心、前瞻性、观察性 | CN-MULTI | DEVICE | RWS | PMS | CV | RECRUITING | -90 | 1000 | 36 个月
  qingyulan | QYL-M2-01 | 心脏脉冲电场消融系统临床试验 | QYL-M2 | | 庄慕云 | 心律失常科 | 10 | 160 | 药物难治性阵发性心房颤动 | QYL-M2 脉冲电场消融系统 | 前瞻性、多中心、单组目标值 | CN-MULTI | DEVICE | NA | REGISTRATION | CV | RECRUITING | -170 | 420 | 20 个月
  qingyulan | QYL-G4-01 | 持续葡萄糖监测系统准确性研究 | QYL-G4 CGM | | 褚令仪 | 内分泌科 | 4 | 90 | 1 型或 2 型糖尿病 | QYL-G4 持续葡萄糖监测系统 | 前瞻性、自身对照 | CN-MULTI | DEVICE | NA | REGISTRATION | ENDO | COMPLETED | -520 | -150 | 12 个月
  qingyulan | QYL-V7-01 | 经导管主动脉瓣膜可行性研究 | QYL-V7 | | 庄慕云 | 心脏外科 | 3 | 30 | 症状性重度主动脉瓣狭窄 | QYL-V7 经导管主动脉瓣膜系统 | 前瞻性、单臂、首次人体可行性 | CN-MULTI | DEVICE | NA | REGISTRATION | CV | ETHICS | 60 | 500 | 14 个月
  `,
)

/** Studies beside those that the demonstration began with, in every state that a study can be in but withdrawn. */
export const portfolio: readonly DemoStudy[] = rows.map(({ sites, patients, from, to, ...study }) => ({
  ...study,
  protocol: `${study.code}-P01`,
  title: `一项关于“${study.indication}”的${study.design}临床研究：${study.name}`,
  sponsor: study.sponsor || (sponsors[study.tenant] ?? ''),
  drug: study.productType === 'DEVICE' || study.productType === 'IVD' ? '不适用' : study.product,
  sites: Number(sites),
  patients: Number(patients),
  days: [Number(from), Number(to)],
}))

/** A study has so many of its tenant's sites here: each begins a few sites after the study before. */
const mostSites = 12

/** Words in the names of sites that treat nothing but what they are named for, and the therapeutic areas of that. */
const specialities: Readonly<Record<string, readonly string[]>> = {
  肿瘤: ['ONC', 'HEM'],
  胸科: ['ONC'],
  血液病: ['HEM'],
  心: ['CV'],
  皮肤病: ['DERM'],
  眼视光: [],
}

interface Choosable {
  readonly siteName: string
  readonly typeId: string
}

const ofType = ({ typeId }: Choosable, type: string): boolean =>
  typeId === globalEntryId(categories.siteType, type)

/** Whether patients of a study would be treated there: a laboratory has none. */
function treats(site: Choosable, areaId: string | null): boolean {
  if (ofType(site, 'LAB') || ofType(site, 'PHASE1')) return false
  const [, areas] = Object.entries(specialities).find(([word]) => site.siteName.includes(word)) ?? []
  if (!(ofType(site, 'SPECIALISED') && areas)) return true
  return areas.some((area) => globalEntryId(categories.therapeuticArea, area) === areaId)
}

/** Stages that begin in a place for them, where the tenant has one. */
const early = ['P1', 'BE'].map((stage) => globalEntryId(categories.researchStage, stage))

/** Gives each of the tenant's studies some of the tenant's sites, numbered in the study. */
async function addStudySites(trx: Trx, tenantId: string): Promise<void> {
  const studies = await trx
    .selectFrom('study')
    .select(['id', 'studyCode', 'siteCount', 'researchStageId', 'therapeuticAreaId'])
    .where('tenantId', '=', tenantId)
    .orderBy('studyCode')
    .execute()
  const sites = await trx
    .selectFrom('tenantSite')
    .innerJoin('site', 'site.id', 'tenantSite.siteId')
    .select(['tenantSite.id', 'tenantSite.nickName', 'site.siteName', 'site.typeId', 'site.address'])
    .where('tenantSite.tenantId', '=', tenantId)
    .orderBy('tenantSite.siteName')
    .execute()
  const rows = studies.flatMap(({ id: studyId, siteCount, researchStageId, therapeuticAreaId }, nth) => {
    const fitting = sites.filter((site) => treats(site, therapeuticAreaId))
    const first = (nth * 5) % fitting.length
    const own = early.includes(researchStageId ?? '') ? sites.filter((site) => ofType(site, 'PHASE1')) : []
    return [...own, ...fitting.slice(first), ...fitting.slice(0, first)]
      .slice(0, Math.min(siteCount, mostSites))
      .map(({ id: tenantSiteId, nickName, address }, index) => ({
        tenantId,
        id: uuidv7(),
        studyId,
        tenantSiteId,
        code: String(index + 1).padStart(2, '0'),
        nickName,
        address,
        remark: index === 0 ? '组长单位' : '',
        createdAt: daysAgo(100 + nth - index),
      }))
  })
  await trx.insertInto('studySite').values(rows).execute()
}

/**
 * Fills the demonstration tenants' portfolios and gives all of their studies sites. Needs the tenants, their first studies
 * and their sites in place. Must run as the platform.
 */
export async function addPortfolio(trx: Trx): Promise<void> {
  for (const [index, study] of portfolio.entries()) await addStudy(trx, study, daysAgo(420 - 20 * index))
  for (const tenant of demoTenants) await addStudySites(trx, await newTenantId(trx, tenant))
}
