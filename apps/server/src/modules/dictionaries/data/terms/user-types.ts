import type { Term } from '../term.ts'

/** On whose side of a study a user works. */
export const userTypes: readonly Term[] = [
  { code: 'SPONSOR', zh: '申办方人员', en: 'Sponsor staff' },
  { code: 'CRO', zh: 'CRO人员', en: 'CRO staff' },
  { code: 'SMO', zh: 'SMO人员', en: 'SMO staff' },
  { code: 'SITE', zh: '研究中心人员', en: 'Site staff' },
  { code: 'VENDOR', zh: '第三方供应商人员', en: 'Vendor staff' },
  { code: 'EC', zh: '伦理委员会人员', en: 'Ethics committee member' },
  { code: 'DMC', zh: '数据监查委员会成员', en: 'Data monitoring committee member', abb: 'DMC' },
  { code: 'INSPECTOR', zh: '监管检查人员', en: 'Regulatory inspector' },
]
