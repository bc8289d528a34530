import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Call,
  categories,
  dictionaryList,
  type InputOf,
  roleList,
  tenantSave,
  userInfo,
  userSave,
} from '@atrium/contract'
import { Caller, CallFailure } from '../lib/client/index.ts'
import { adminPassword } from '../lib/suite/index.ts'

/** A call that was made, with its result. */
export interface CallRecord {
  readonly kind: 'tenant' | 'user' | 'read'
  /** Name by which the added row is found; '' for a read. */
  readonly key: string
  /** Start of the call, as in `performance.now()`. */
  readonly begun: number
  readonly ended: number
  /** Status and message of a failure; undefined if the call was acknowledged. */
  readonly failure?: string
  /** Whether the failed response had a Retry-After header. */
  readonly hasRetryAfter?: boolean
}

/** Number of callers of each kind, and their pause between two calls, in ms. */
const paces = { tenant: [6, 40], user: [2, 250], read: [4, 20] } as const

/** Address that callers forge, which a proxy must not pass on, and their real address. */
const claimed = '203.0.113.9'
export const cameFrom = '127.0.0.1'

/** Callers under load, and all their calls. */
export interface Load {
  readonly made: readonly CallRecord[]
  /** Stops the callers once their current calls have ended. */
  readonly stop: () => Promise<void>
}

/** Returns the e-mail address of a new user; each gets an own address, because new users are notified. */
export const addressOf = (key: string): string => `${key}@hospital.example`

/**
 * Keeps callers busy until they are stopped, each in its original session.
 * @param url address of the suite
 */
export async function startLoad(url: string): Promise<Load> {
  const made: CallRecord[] = []
  const callers: Caller[] = []
  let going = true
  let count = 0

  const signedIn = async () => {
    const caller = new Caller(url)
    callers.push(caller)
    caller.address = claimed
    await caller.signIn('admin', adminPassword)
    return caller
  }
  const first = await signedIn()
  const { list: entries } = await first.send(dictionaryList, { categoryId: categories.tenantCategory })
  const categoryId = entries[0]?.id ?? ''
  const { list: roles } = await first.send(roleList, {})
  const roleId = roles.at(-1)?.id ?? ''

  const make = async (caller: Caller, kind: CallRecord['kind']) => {
    const number = String(count++).padStart(8, '0')
    const key = kind === 'read' ? '' : `failover${number}`
    const send = <C extends Call>(call: C, input: InputOf<C>) => caller.send(call, input)
    const begun = performance.now()
    let failure: string | undefined
    let hasRetryAfter = false
    try {
      if (kind === 'tenant') await send(tenantSave, { tenantName: key, abbr: key, categoryId })
      else if (kind === 'user')
        await send(userSave, {
          userName: key,
          fullName: key,
          email: addressOf(key),
          phone: `139${number}`,
          roleId,
        })
      else await send(userInfo, {})
    } catch (error) {
      failure = error instanceof Error ? error.message : String(error)
      hasRetryAfter = error instanceof CallFailure && error.hasRetryAfter
    }
    made.push({ kind, key, begun, ended: performance.now(), failure, hasRetryAfter })
  }
  const keepCalling = async (caller: Caller, kind: CallRecord['kind']) => {
    while (going) {
      await make(caller, kind)
      await sleep(paces[kind][1])
    }
  }
  const kinds = (Object.keys(paces) as CallRecord['kind'][]).flatMap((kind) =>
    Array<CallRecord['kind']>(paces[kind][0]).fill(kind),
  )
  const busy: Promise<void>[] = []
  for (const kind of kinds) busy.push(keepCalling(await signedIn(), kind))
  const stop = async () => {
    going = false
    await Promise.all(busy)
    await Promise.all(callers.map((caller) => caller.close()))
  }
  let stopped: Promise<void> | undefined
  return {
    made,
    stop: () => {
      stopped ??= stop()
      return stopped
    },
  }
}
