import type { Call } from '@atrium/contract'
import { type Sender, send } from '../../modules/identity/sign-in/test-kit/index.ts'
import type { Person, Suite } from '../test-kit/index.ts'

/** Input and sender of a mutation that is ready to send. */
interface Prepared extends Pick<Sender, 'token' | 'cookie' | 'signer' | 'content' | 'signature'> {
  readonly input: Record<string, unknown>
}

/** A mutating call and a way to make it succeed once. */
export interface Mutation {
  readonly call: Call
  readonly prepare: (suite: Suite) => Promise<Prepared>
  /** Input about another user, for mutations whose input depends on that user's name or the caller's. */
  readonly about?: (suite: Suite, userName: string, callerName: string) => Promise<Record<string, unknown>>
  /** Whether the input works only once, like an encrypted password; a second attempt needs new input. */
  readonly spent?: true
}

/** Returns valid input for a mutation about a user, except for the user's id. */
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

/** Returns a text that no other mutation of this test run uses. */
export const uniqueText = (prefix: string): string => `${prefix}${++count}`

/** Creates a row with its save call and prepares its deletion. */
export const saved = async (
  suite: Suite,
  call: Call,
  input: Record<string, unknown>,
  token: string,
): Promise<Prepared> => {
  const { data } = await send(suite.server, call, input, { token })
  return { input: { id: String(data) }, token }
}
