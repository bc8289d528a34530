import { studyDelete, studySave } from '@atrium/contract'
import { type Mutation, saved, uniqueText } from './prepared.ts'

/** Returns input for a study with a unique name. */
export const study = (tenantId: string) => ({
  tenantId,
  studyName: '检验研究',
  studyCode: uniqueText('STUDY-'),
  planCode: 'PLAN-1',
  principal: '方予宁',
  nameAbbr: '检验',
  fameFull: '检验用研究',
  siteCount: 3,
  patientCount: 60,
})

/** Mutations of studies. */
export const studyMutations: readonly Mutation[] = [
  { call: studySave, prepare: async ({ here }) => ({ input: study(here.tenantId), token: here.token }) },
  {
    call: studyDelete,
    prepare: (suite) => saved(suite, studySave, study(suite.here.tenantId), suite.here.token),
  },
]
