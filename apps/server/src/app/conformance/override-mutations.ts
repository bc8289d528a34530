import { overrideAllow, overrideEnd } from '@atrium/contract'
import { tokenHash } from '../../platform/caller/token.ts'
import { type Mutation, uniqueText } from './prepared.ts'

const origin = 'http://127.0.0.1:8090'

/** Mutations that load modules from a developer's own machine. */
export const overrideMutations: readonly Mutation[] = [
  {
    call: overrideAllow,
    prepare: async ({ admin: { token }, database }) => {
      const name = uniqueText('module')
      await database.owner.insertInto('remoteModule').values({ id: name, rolledBackAt: null }).execute()
      return { token, input: { name, origin } }
    },
  },
  {
    call: overrideEnd,
    prepare: async ({ admin: { token }, database }) => {
      const name = uniqueText('module')
      const expiresAt = new Date(Date.now() + 3_600_000)
      await database.owner
        .insertInto('moduleOverride')
        .values({ sessionHash: tokenHash(token), name, origin, expiresAt })
        .execute()
      return { token, input: { name } }
    },
  },
]
