import type { Term } from '../term.ts'

/** Where a study takes place, as the registration platform for drug trials classes it. */
export const studyScopes: readonly Term[] = [
  { code: 'CN-SINGLE', zh: '国内单中心', en: 'Single site in China' },
  { code: 'CN-MULTI', zh: '国内多中心', en: 'Multi-site in China' },
  { code: 'MRCT', zh: '国际多中心', en: 'Multi-regional clinical trial', abb: 'MRCT' },
  { code: 'OVERSEAS', zh: '境外研究', en: 'Outside China only' },
]
