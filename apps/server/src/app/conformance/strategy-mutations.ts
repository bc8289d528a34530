import { expiredInfoSave } from '@atrium/contract'
import type { Mutation } from './prepared.ts'

export const strategyMutations: readonly Mutation[] = [
  {
    call: expiredInfoSave,
    prepare: async ({ admin }) => ({
      token: admin.token,
      input: { validityTime: 45, expiredDay: 60, remindDay: 5 },
    }),
  },
]
