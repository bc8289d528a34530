import { setTimeout as sleep } from 'node:timers/promises'
import { asSystem, inTransaction } from '../../../database/transaction.ts'
import type { Services } from '../../../http/services.ts'
import { deleteRetiredKeys, rotateLoginKey } from './login-key.ts'
import { forgetNonces } from './nonces.ts'

/** Has the login key change in its time, and forgets keys and nonces that are over. */
export const keepLoginKeys = async (services: Services): Promise<void> => {
  await rotateLoginKey(services, 'due')
  await inTransaction(services.db, asSystem, async (trx) => {
    await deleteRetiredKeys(trx)
    await forgetNonces(trx)
  })
}

export interface LoginKeyKeeper {
  /** Ends the rounds. Call it before the database is closed. */
  stop(): Promise<void>
}

interface KeeperOptions {
  readonly services: Services
  /** Told of a round that failed; the next one tries again. */
  readonly onError: (error: unknown) => void
}

/** Between two rounds. Milliseconds. */
const interval = 60_000

/** Keeps the login keys from now on. Every process does. */
export const startLoginKeyKeeper = ({ services, onError }: KeeperOptions): LoginKeyKeeper => {
  const stopping = new AbortController()
  const run = async () => {
    while (!stopping.signal.aborted) {
      await keepLoginKeys(services).catch(onError)
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
