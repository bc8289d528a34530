import { signIn, tenantList } from '@atrium/contract'
import { verifyPassword } from '@atrium/server/passwords'
import { type LoadResult, underLoad } from '../lib/callers.ts'
import { type Caller, encryptPassword, type HeldKey } from '../lib/client/index.ts'
import { password } from './users.ts'

/** Number of concurrent callers that keeps a password waiting to be hashed at all times. */
export const signInCallers = 8

/**
 * Compares passwords as the server does, on as many cores as it lets hash at a time, and does nothing else.
 * @param passwordHash what the password is compared with
 * @param duration ms, here and below
 */
export const hashAlone = (passwordHash: string, duration: number): Promise<LoadResult> =>
  underLoad({ callers: signInCallers, duration, call: () => verifyPassword(passwordHash, password) })

/** The users who sign in, by turns. */
export interface People {
  readonly userNames: readonly string[]
  /** That of each of them. */
  readonly password: string
}

/**
 * Signs users in, one after the other on each connection, over the whole path.
 * @param key under which passwords travel
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

/** Asks for the first page of the tenant list, as its screen does. */
export const listTenants = (callers: readonly Caller[], duration: number): Promise<LoadResult> =>
  underLoad({
    callers: callers.length,
    duration,
    call: async (_, caller) => callers[caller]?.send(tenantList, { keyWord: '', limit: 10, page: 1 }),
  })
