import type { Term } from '../term.ts'

/** How a study is set up. */
export const researchTypes: readonly Term[] = [
  { code: 'REGISTRATION', zh: '注册类临床试验', en: 'Registrational trial' },
  { code: 'IIT', zh: '研究者发起的临床研究', en: 'Investigator-initiated trial', abb: 'IIT' },
  { code: 'INTERVENTIONAL', zh: '干预性研究', en: 'Interventional study' },
  { code: 'OBSERVATIONAL', zh: '观察性研究', en: 'Observational study' },
  { code: 'COHORT', zh: '队列研究', en: 'Cohort study' },
  { code: 'CASE-CONTROL', zh: '病例对照研究', en: 'Case–control study' },
  { code: 'CROSS-SECTIONAL', zh: '横断面研究', en: 'Cross-sectional study' },
  { code: 'REGISTRY', zh: '登记研究', en: 'Registry study' },
  { code: 'PMS', zh: '上市后研究', en: 'Post-marketing study' },
  { code: 'DIAGNOSTIC', zh: '诊断试验', en: 'Diagnostic test study' },
  { code: 'EAP', zh: '拓展性同情使用', en: 'Expanded access', abb: 'EAP' },
]
