import { signIn, tenantList } from '@atrium/contract'
import { verifyPassword } from '@atrium/server/passwords'
import { type LoadResult, underLoad } from '../lib/callers.ts'
import { type Caller, encryptPassword, type HeldKey } from '../lib/client/index.ts'
import { password } from './users.ts'

/** Number of concurrent callers; enough that a password is always waiting to be hashed. */
export const signInCallers = 8

/**
 * Verifies passwords as the server does, on as many cores as the server uses for hashing, and does nothing else.
 * @param passwordHash hash with which the password is compared
 * @param duration time of the load, in ms, here and below
 */
export const hashAlone = (passwordHash: string, duration: number): Promise<LoadResult> =>
  underLoad({ callers: signInCallers, duration, call: () => verifyPassword(passwordHash, password) })

/** Users who sign in by turns. */
export interface People {
  readonly userNames: readonly string[]
  /** Password of each of them. */
  readonly password: string
}

/**
 * Signs users in, one after another on each connection, including the whole request.
 * @param key encrypts the passwords
 */
export const signInAgain = (
  callers: readonly Caller[],
  key: HeldKey,
  people: People,
  duration: number,
): Promise<LoadResult> =>
  underLoad({
    callers: callers.length,
    duration,
    call: async (turn, caller) => {
      const userName = people.userNames[turn % people.userNames.length] ?? ''
      const wanted = { password: people.password, purpose: 'sign-in', name: userName } as const
      const encrypted = encryptPassword(wanted, key)
      return callers[caller]?.send(signIn, { userName, password: encrypted, captcha: '', checkKey: '' })
    },
  })

/** Requests the first page of the tenant list, as its screen does. */
export const listTenants = (callers: readonly Caller[], duration: number): Promise<LoadResult> =>
  underLoad({
    callers: callers.length,
    duration,
    call: async (_, caller) => callers[caller]?.send(tenantList, { keyWord: '', limit: 10, page: 1 }),
  })
