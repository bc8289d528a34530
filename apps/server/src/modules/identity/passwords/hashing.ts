import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import pLimit from 'p-limit'
import { passwordHashes } from './metrics.ts'

/** argon2id, the library's default algorithm; the second recommendation of OWASP's password storage sheet. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** A hash of the same cost that no password is known to give. */
export const nobodysHash =
  '$argon2id$v=19$m=19456,t=2,p=1$Ik3FWHY7qMg8h7rHdNgbuQ$r0D+EmBscrAzHZ/JZUgoD1sydBZ7CYVNXfNQYEjTGFU'

/** Threads that Node keeps for such work; one of them stays free for files and names. */
const workers = Number(process.env.UV_THREADPOOL_SIZE ?? 4) - 1

/** At most half of the cores hash at a time, so that other calls go on under a rush of sign-ins. */
const inTurn = pLimit(Math.max(1, Math.min(Math.floor(availableParallelism() / 2), workers)))

const make = (password: string): Promise<string> => {
  passwordHashes.inc()
  return hash(password, cost)
}

const compare = (passwordHash: string, password: string): Promise<boolean> => {
  passwordHashes.inc()
  return verify(passwordHash, password)
}

/** Hashes a new password: argon2id in PHC form, with a salt of its own. */
export const hashPassword = (password: string): Promise<string> => inTurn(() => make(password))

/**
 * Whether a password is right. Takes the same time where there is nothing to compare it with.
 * @param passwordHash what is stored, or null for nobody and for users without a password: never right
 */
export const verifyPassword = async (passwordHash: string | null, password: string): Promise<boolean> => {
  const same = await inTurn(() => compare(passwordHash ?? nobodysHash, password))
  return same && passwordHash !== null
}
