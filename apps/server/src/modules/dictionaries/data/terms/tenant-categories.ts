import type { Term } from '../term.ts'

/** What kind of organisation a tenant is. */
export const tenantCategories: readonly Term[] = [
  { code: 'SPONSOR', zh: '申办方', en: 'Sponsor' },
  { code: 'CRO', zh: '合同研究组织', en: 'Contract research organisation', abb: 'CRO' },
  { code: 'SMO', zh: '临床试验现场管理组织', en: 'Site management organisation', abb: 'SMO' },
  { code: 'SITE', zh: '临床试验机构', en: 'Clinical trial institution' },
  { code: 'DMS', zh: '数据管理与统计服务商', en: 'Data management and statistics provider' },
  { code: 'LAB', zh: '中心实验室', en: 'Central laboratory' },
  { code: 'IMAGING', zh: '独立影像评估机构', en: 'Independent imaging reader' },
  { code: 'ACADEMIC', zh: '学术研究机构', en: 'Academic research organisation', abb: 'ARO' },
]
