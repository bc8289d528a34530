import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import type { SealContent } from './seal.ts'
import { sealBatches } from './seal-batches.ts'

export interface SealerOptions {
  db: Kysely<Database>
  /** The deployment's signing key, `secrets.auditKey`. */
  key: KeyObject
  /** Between two rounds. Milliseconds; 10 seconds by default. */
  interval?: number
  /** Told of each seal. Its number and hash, kept outside of the database, prove that no seal was removed. */
  onSeal?: (seal: SealContent) => void
  /** Told of a round that failed; the next one tries again. */
  onError?: (error: unknown) => void
}

export interface Sealer {
  /** Ends the rounds and seals what is there. Call it before the database is closed. */
  stop(): Promise<void>
}

/** Seals the audit trail from time to time. Every process runs one; they take turns by a lock. */
export function startSealer({ db, key, interval = 10_000, onSeal, onError }: SealerOptions): Sealer {
  const stopping = new AbortController()
  const round = async () => {
    try {
      const seal = await sealBatches(db, key)
      if (seal) onSeal?.(seal)
    } catch (error) {
      onError?.(error)
    }
  }
  const run = async () => {
    while (!stopping.signal.aborted) {
      await round()
      await sleep(interval, undefined, { signal: stopping.signal }).catch(() => {})
    }
    await round()
  }
  const done = run()
  return {
    stop: async () => {
      stopping.abort()
      await done
    },
  }
}
