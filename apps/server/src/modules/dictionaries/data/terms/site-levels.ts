import type { Term } from '../term.ts'

/** Grades of hospitals in China. */
export const siteLevels: readonly Term[] = [
  { code: '3A', zh: '三级甲等', en: 'Grade III, class A' },
  { code: '3B', zh: '三级乙等', en: 'Grade III, class B' },
  { code: '3C', zh: '三级丙等', en: 'Grade III, class C' },
  { code: '2A', zh: '二级甲等', en: 'Grade II, class A' },
  { code: '2B', zh: '二级乙等', en: 'Grade II, class B' },
  { code: '2C', zh: '二级丙等', en: 'Grade II, class C' },
  { code: '1', zh: '一级', en: 'Grade I' },
  { code: 'NONE', zh: '未定级', en: 'Not graded' },
  { code: 'OVERSEAS', zh: '境外机构', en: 'Institution outside China' },
]
