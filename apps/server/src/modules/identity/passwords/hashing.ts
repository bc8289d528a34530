import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Counter, Gauge } from 'prom-client'
import { addressGroup } from '../../../platform/caller/client.ts'
import { cost, decoyHash } from './cost.ts'
import { FairQueue, type RunQueued } from './fair-queue.ts'

/** Threads in Node's pool that may hash. One stays free for file access and DNS. */
const workers = Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1

/**
 * Maximum number of attempts in progress in this process. A hash takes about 30 ms of one core, so the last attempt
 * gets its response within seconds. One address's share is enough for the staff of a site signing in within the same
 * second.
 */
export const queueLimits = { perAddress: 100, total: 500 } as const

/** At most half of the cores hash at once, so that other calls continue during a rush of sign-ins. */
const atOnce = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), workers))

const queue = new FairQueue({ atOnce, ...queueLimits })

new Gauge({
  name: 'atrium_sign_in_queue_length',
  help: 'Attempts in progress in this process that hash a password, such as sign-ins',
  collect() {
    this.set(queue.length)
  },
})

new Gauge({
  name: 'atrium_sign_in_queue_capacity',
  help: 'Maximum number of attempts in progress in one process; further attempts get HTTP 503',
}).set(queueLimits.total)

/**
 * Runs an attempt that hashes, in a slot of the client's address. Call it before any other work of the attempt.
 * @param attempt receives the queue of that address, for `hashPassword` and `verifyPassword`
 * @throws Overloaded, sent as HTTP 503, if too many attempts are in progress
 */
export const withHashQueue = <Result>(
  { address }: { readonly address: string },
  attempt: (runQueued: RunQueued) => Promise<Result>,
): Promise<Result> => queue.withSlot(addressGroup(address), attempt)

/** Queues the server's own hashing, such as for the first accounts. */
const runForServer: RunQueued = (work) => queue.run('', work)

const make = (password: string): Promise<string> => {
  passwordHashes.inc()
  return hash(password, cost)
}

const compare = (passwordHash: string, password: string): Promise<boolean> => {
  passwordHashes.inc()
  return verify(passwordHash, password)
}

/** Hashes a new password: argon2id in PHC format, with a random salt. */
export const hashPassword = (password: string, runQueued: RunQueued = runForServer): Promise<string> =>
  runQueued(() => make(password))

/**
 * Returns whether a password is right. Takes the same time if there is no hash to compare with.
 * @param passwordHash the stored hash, or null for unknown users and users without a password, for whom no password
 * is right
 */
export const verifyPassword = async (
  passwordHash: string | null,
  password: string,
  runQueued: RunQueued = runForServer,
): Promise<boolean> => {
  const same = await runQueued(() => compare(passwordHash ?? decoyHash, password))
  return same && passwordHash !== null
}

/** Counts every password hashed or compared, right or wrong. Hashing limits the sign-ins per second. */
export const passwordHashes = new Counter({
  name: 'atrium_password_hashes_total',
  help: 'Passwords hashed, for storage or comparison',
})
