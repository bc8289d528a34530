import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { Counter, Gauge } from 'prom-client'
import { addressGroup } from '../../../platform/caller/client.ts'
import { cost, decoyHash } from './cost.ts'
import { FairQueue, type RunQueued } from './fair-queue.ts'

/** Threads that Node has for such work; one stays free for files and names. */
const workers = Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1

/**
 * Maximum number of attempts in progress in this process. A hash takes some 30 ms of a core, so that the last of them
 * gets its response within seconds, and a site's staff who come in the same second fit into one address's share.
 */
export const queueLimits = { perAddress: 100, total: 500 } as const

/** At most half of the cores hash at a time, so that other calls go on during a rush of sign-ins. */
const atOnce = Math.max(1, Math.min(Math.floor(availableParallelism() / 2), workers))

const queue = new FairQueue({ atOnce, ...queueLimits })

new Gauge({
  name: 'atrium_sign_in_queue_length',
  help: 'Sign-ins and other attempts that hash a password under way in this process',
  collect() {
    this.set(queue.length)
  },
})

new Gauge({
  name: 'atrium_sign_in_queue_capacity',
  help: 'How many of them one process takes; more are answered with HTTP 503',
}).set(queueLimits.total)

/**
 * Makes an attempt that hashes, in a slot of a client's address. Call it before anything else is done for the attempt.
 * @param attempt gets the queue of that address, for `hashPassword` and `verifyPassword`
 * @throws Overloaded, sent as HTTP 503, if too many attempts are in progress
 */
export const withHashQueue = <Result>(
  { address }: { readonly address: string },
  attempt: (runQueued: RunQueued) => Promise<Result>,
): Promise<Result> => queue.withPlace(addressGroup(address), attempt)

/** The queue of the server's own work, such as adding the first accounts. */
const runForServer: RunQueued = (work) => queue.run('', work)

const make = (password: string): Promise<string> => {
  passwordHashes.inc()
  return hash(password, cost)
}

const compare = (passwordHash: string, password: string): Promise<boolean> => {
  passwordHashes.inc()
  return verify(passwordHash, password)
}

/** Hashes a new password: argon2id in PHC form, with a salt of its own. */
export const hashPassword = (password: string, runQueued: RunQueued = runForServer): Promise<string> =>
  runQueued(() => make(password))

/**
 * Returns whether a password is right. Takes the same time if there is nothing to compare it with.
 * @param passwordHash the stored hash, or null for nobody and for users without a password: never right
 */
export const verifyPassword = async (
  passwordHash: string | null,
  password: string,
  runQueued: RunQueued = runForServer,
): Promise<boolean> => {
  const same = await runQueued(() => compare(passwordHash ?? decoyHash, password))
  return same && passwordHash !== null
}

/** Every password hashed or compared, right or wrong: what bounds the sign-ins a second. */
export const passwordHashes = new Counter({
  name: 'atrium_password_hashes_total',
  help: 'Passwords hashed, to store or to compare',
})
