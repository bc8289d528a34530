import { endOwnSessions, endUserSessions } from '@atrium/contract'
import { addUser, signInAs } from '../../modules/identity/sign-in/test-kit/index.ts'
import { tokenHash } from '../../platform/caller/token.ts'
import type { Suite } from '../test-kit/index.ts'
import type { Mutation } from './prepared.ts'

/**
 * Signs a user in twice.
 * @returns the token of one session and the id of the other
 */
const twice = async ({ server, database }: Suite) => {
  const { id: userId, userName } = await addUser(database)
  const [token, another] = [await signInAs(server, userName), await signInAs(server, userName)]
  const { id } = await database.owner
    .selectFrom('session')
    .select('id')
    .where('tokenHash', '=', tokenHash(another))
    .executeTakeFirstOrThrow()
  return { userId, token, id }
}

/** Mutations that end sessions. */
export const sessionMutations: readonly Mutation[] = [
  {
    call: endOwnSessions,
    prepare: async (suite) => {
      const { token, id } = await twice(suite)
      return { token, input: { id } }
    },
  },
  {
    call: endUserSessions,
    prepare: async (suite) => {
      const { userId } = await twice(suite)
      return { token: suite.admin.token, input: { userId, all: true } }
    },
  },
]
