import { reasonPolicySave } from '@atrium/contract'
import type { Mutation } from './prepared.ts'

export const changeReasonMutations: readonly Mutation[] = [
  {
    call: reasonPolicySave,
    prepare: async ({ here }) => ({
      token: here.token,
      input: {
        tenantId: here.tenantId,
        kinds: ['delete', 'role'],
        reasons: [{ code: 'A1', name: '人员离职', nameEn: 'Left' }],
      },
    }),
  },
]
