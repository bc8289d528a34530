import type { Term } from '../term.ts'

/** Phases of clinical development. */
export const researchStages: readonly Term[] = [
  { code: 'P0', zh: '0期', en: 'Phase 0' },
  { code: 'P1', zh: 'I期', en: 'Phase I' },
  { code: 'P1-2', zh: 'I/II期', en: 'Phase I/II' },
  { code: 'P2', zh: 'II期', en: 'Phase II' },
  { code: 'P2-3', zh: 'II/III期', en: 'Phase II/III' },
  { code: 'P3', zh: 'III期', en: 'Phase III' },
  { code: 'P4', zh: 'IV期', en: 'Phase IV' },
  { code: 'BE', zh: '生物等效性试验', en: 'Bioequivalence study', abb: 'BE' },
  { code: 'RWS', zh: '真实世界研究', en: 'Real-world study', abb: 'RWS' },
  { code: 'NA', zh: '不适用', en: 'Not applicable' },
]
