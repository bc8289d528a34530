import { codes, signIn } from '@atrium/contract'
import { type Caller, encryptPassword, type HeldKey } from '../lib/client/index.ts'
import { userNameOf } from './users.ts'

/** Times until a wrong password was rejected, in ms, with the same number of attempts for known and unknown names. */
export interface NameTimes {
  readonly known: readonly number[]
  readonly unknown: readonly number[]
}

/** Number of attempts for known and for unknown names. */
const nameTries = 200

/** Tries a wrong password once, with a name and an address that are new to the server. */
async function timeOfRejection(caller: Caller, key: HeldKey, userName: string): Promise<number> {
  const wanted = { password: 'Wrong2026bench', purpose: 'sign-in', name: userName } as const
  const input = { userName, password: encryptPassword(wanted, key), captcha: '', checkKey: '' }
  const begun = performance.now()
  const problem = await caller.send(signIn, input).then(
    () => 'the sign-in succeeded',
    (error: Error) => error.message,
  )
  const elapsed = performance.now() - begun
  if (!problem.startsWith(`200 ${codes.badCredentials} `))
    throw new Error(`Unexpected result of a wrong password: ${problem}`)
  return elapsed
}

/**
 * Tries wrong passwords, alternating between existing names and missing names of the same form, so that the machine's
 * state affects both alike.
 * @param users number of existing users
 */
export async function timeNames(caller: Caller, key: HeldKey, users: number): Promise<NameTimes> {
  const times = { known: [] as number[], unknown: [] as number[] }
  for (let turn = 0; turn < 2 * nameTries; turn++) {
    const [kind, name] = turn % 2 === 0 ? (['known', turn] as const) : (['unknown', users + turn] as const)
    caller.address = `10.1.${turn >> 8}.${turn & 255}`
    times[kind].push(await timeOfRejection(caller, key, userNameOf(name)))
  }
  return times
}
