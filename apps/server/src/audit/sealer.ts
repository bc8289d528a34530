import type { KeyObject } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { Database } from '../database/schema.ts'
import { recordTally } from './failed-sign-ins.ts'
import { writeHeads } from './heads.ts'
import type { SealContent } from './seal.ts'
import { sealBatches } from './seal-batches.ts'

export interface SealerOptions {
  db: Kysely<Database>
  /** The deployment's signing key, `secrets.auditKey`. */
  key: KeyObject
  /** The file that each seal is appended to: see `heads.ts`. */
  heads: string
  /** Between two rounds. Milliseconds; 10 seconds by default. */
  interval?: number
  /** Told of each seal. */
  onSeal?: (seal: SealContent) => void
  /** Told of a round that failed; the next one tries again. */
  onError?: (error: unknown) => void
}

export interface Sealer {
  /** Ends the rounds and seals what is there. Call it before the database is closed. */
  stop(): Promise<void>
}

/** Seals the audit trail from time to time. Every process runs one; they take turns by a lock. */
export function startSealer({ db, key, heads, interval = 10_000, onSeal, onError }: SealerOptions): Sealer {
  const stopping = new AbortController()
  const seal = async () => {
    const made = await sealBatches(db, key)
    if (made) onSeal?.(made)
  }
  const write = () => writeHeads(db, key, heads)
  // Heads that are missing come before the next seal, so that never more than one seal is without its own.
  const steps = [write, () => recordTally(db), seal, write]
  const round = async () => {
    // One that fails keeps none of the others from being done.
    for (const step of steps) await step().catch((error: unknown) => onError?.(error))
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
