import { defaultPin, pinSettingsSave } from '@atrium/contract'
import { tenantAdministrator } from '../../modules/access/index.ts'
import { signedInMember } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

/** Save of a tenant's first PIN settings: a second save would be an update. */
export const pinMutations: readonly Mutation[] = [
  {
    call: pinSettingsSave,
    prepare: async ({ database }) => {
      const { tenantId, token } = await signedInMember(database, tenantAdministrator.id)
      return { input: { id: tenantId, ...defaultPin }, token }
    },
  },
]
