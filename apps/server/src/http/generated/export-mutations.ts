import { userExport } from '@atrium/contract'
import type { Mutation } from './prepared.ts'

/** Exports: they change nothing but the trail, which shows what was taken out. */
export const exportMutations: readonly Mutation[] = [
  {
    call: userExport,
    prepare: async ({ admin }) => ({ input: { userIds: [admin.userId] }, token: admin.token }),
  },
]
