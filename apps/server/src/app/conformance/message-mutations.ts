import { failedResend, mailResend, smsResend } from '@atrium/contract'
import { addMessage } from '../../modules/messages/log/test-kit/index.ts'
import type { Mutation } from './prepared.ts'

export const messageMutations: readonly Mutation[] = [
  {
    call: smsResend,
    prepare: async ({ admin, database }) => ({
      token: admin.token,
      input: { ids: [await addMessage(database, 'sms')] },
    }),
  },
  {
    call: mailResend,
    prepare: async ({ admin, database }) => ({
      token: admin.token,
      input: { ids: [await addMessage(database, 'email')] },
    }),
  },
  {
    call: failedResend,
    prepare: async ({ admin, database }) => {
      await addMessage(database, 'email', { state: 'failed' })
      return { token: admin.token, input: { range: 'hour' } }
    },
  },
]
