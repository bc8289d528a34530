import type { Term } from '../term.ts'

/** Kinds of institutions that run trials. */
export const siteTypes: readonly Term[] = [
  { code: 'GENERAL', zh: '综合医院', en: 'General hospital' },
  { code: 'SPECIALISED', zh: '专科医院', en: 'Specialised hospital' },
  { code: 'TCM', zh: '中医医院', en: 'Hospital of traditional Chinese medicine' },
  { code: 'INTEGRATED', zh: '中西医结合医院', en: 'Hospital of integrated medicine' },
  { code: 'ETHNIC', zh: '民族医医院', en: 'Hospital of ethnic medicine' },
  { code: 'MCH', zh: '妇幼保健院', en: 'Maternal and child health hospital' },
  { code: 'PHASE1', zh: 'I期临床试验中心', en: 'Phase I clinical trial unit' },
  { code: 'CDC', zh: '疾病预防控制中心', en: 'Centre for disease control and prevention', abb: 'CDC' },
  { code: 'COMMUNITY', zh: '社区卫生服务中心', en: 'Community health centre' },
  { code: 'LAB', zh: '医学检验实验室', en: 'Medical laboratory' },
]
