import { defaultPin, pinSettingsSave } from '@atrium/contract'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { signedInMember } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

/** The first settings of a tenant: a second save would change what is there. */
export const pinMutations: readonly Mutation[] = [
  {
    call: pinSettingsSave,
    prepare: async ({ database }) => {
      const { tenantId, token } = await signedInMember(database, tenantAdministrator.id)
      return { input: { id: tenantId, ...defaultPin }, token }
    },
  },
]
