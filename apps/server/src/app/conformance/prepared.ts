import type { Call } from '@atrium/contract'
import { type Sender, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Person, Suite } from '../test-kit/index.ts'

/** A mutation ready to be made: what is sent, by whom. */
interface Prepared extends Pick<Sender, 'token' | 'cookie' | 'signer' | 'content'> {
  readonly input: Record<string, unknown>
}

/** A mutating call with a way to make it succeed once. */
export interface Mutation {
  readonly call: Call
  readonly prepare: (suite: Suite) => Promise<Prepared>
  /** Input about another user, if it is made for one user name only, or for the caller's. */
  readonly about?: (suite: Suite, userName: string, callerName: string) => Promise<Record<string, unknown>>
  /** Whether the input works once, like an encrypted password: a second try needs new input. */
  readonly spent?: true
}

/** Input that makes a request of a mutation about a user valid; only the user's id is missing. */
export const inputAbout = async (
  mutation: Mutation,
  suite: Suite,
  userName: string,
  { userId }: Pick<Person, 'userId'> = suite.admin,
): Promise<Record<string, unknown>> => {
  if (!mutation.about) return (await mutation.prepare(suite)).input
  const caller = await suite.database.owner
    .selectFrom('appUser')
    .select('userName')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return mutation.about(suite, userName, caller.userName)
}

let count = 0

/** A text that no other mutation of the run has used. */
export const uniqueText = (prefix: string): string => `${prefix}${++count}`

/** Makes one thing by its save call and prepares its deletion. */
export const saved = async (
  suite: Suite,
  call: Call,
  input: Record<string, unknown>,
  token: string,
): Promise<Prepared> => {
  const { data } = await send(suite.server, call, input, { token })
  return { input: { id: String(data) }, token }
}
