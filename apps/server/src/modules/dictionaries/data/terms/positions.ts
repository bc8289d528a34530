import type { Term } from '../term.ts'

/** What somebody does in a study (ICH E6 and the usual roles of sponsors, CROs, SMOs and sites). */
export const positions: readonly Term[] = [
  { code: 'PI', zh: '主要研究者', en: 'Principal investigator', abb: 'PI' },
  { code: 'SUBI', zh: '助理研究者', en: 'Sub-investigator', abb: 'Sub-I' },
  { code: 'CRC', zh: '临床研究协调员', en: 'Clinical research coordinator', abb: 'CRC' },
  { code: 'SN', zh: '研究护士', en: 'Study nurse' },
  { code: 'PHARM', zh: '试验药物管理员', en: 'Investigational product pharmacist' },
  { code: 'PM', zh: '项目经理', en: 'Project manager', abb: 'PM' },
  { code: 'CRA', zh: '临床监查员', en: 'Clinical research associate', abb: 'CRA' },
  { code: 'CTA', zh: '临床试验助理', en: 'Clinical trial assistant', abb: 'CTA' },
  { code: 'MM', zh: '医学经理', en: 'Medical manager' },
  { code: 'MMON', zh: '医学监查员', en: 'Medical monitor' },
  { code: 'DM', zh: '数据管理员', en: 'Data manager', abb: 'DM' },
  { code: 'CODER', zh: '医学编码员', en: 'Medical coder' },
  { code: 'STAT', zh: '生物统计师', en: 'Biostatistician' },
  { code: 'SP', zh: '统计程序员', en: 'Statistical programmer' },
  { code: 'PV', zh: '药物警戒专员', en: 'Pharmacovigilance specialist', abb: 'PV' },
  { code: 'RA', zh: '注册事务专员', en: 'Regulatory affairs specialist', abb: 'RA' },
  { code: 'QA', zh: '质量保证专员', en: 'Quality assurance specialist', abb: 'QA' },
  { code: 'AUDITOR', zh: '稽查员', en: 'Auditor' },
  { code: 'MW', zh: '医学撰写', en: 'Medical writer', abb: 'MW' },
  { code: 'SCM', zh: '试验用品供应管理员', en: 'Clinical supplies manager' },
  { code: 'TMF', zh: '试验主文档管理员', en: 'Trial master file specialist' },
  { code: 'UNBLIND', zh: '非盲人员', en: 'Unblinded staff' },
]
