import type { Term } from '../term.ts'

/** What a study is to show, after the classes of the registration platform for drug trials. */
export const researchTargets: readonly Term[] = [
  { code: 'SAFETY', zh: '安全性', en: 'Safety' },
  { code: 'EFFICACY', zh: '有效性', en: 'Efficacy' },
  { code: 'SAFETY-EFFICACY', zh: '安全性和有效性', en: 'Safety and efficacy' },
  { code: 'PKPD', zh: '药代动力学/药效动力学', en: 'Pharmacokinetics/pharmacodynamics', abb: 'PK/PD' },
  { code: 'DOSE', zh: '剂量探索', en: 'Dose finding' },
  { code: 'BE', zh: '生物等效性', en: 'Bioequivalence', abb: 'BE' },
  { code: 'IMMUNOGENICITY', zh: '免疫原性', en: 'Immunogenicity' },
  { code: 'DDI', zh: '药物相互作用', en: 'Drug–drug interaction', abb: 'DDI' },
  { code: 'QOL', zh: '生活质量', en: 'Quality of life', abb: 'QoL' },
  { code: 'HEOR', zh: '卫生经济学', en: 'Health economics' },
]
