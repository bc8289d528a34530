import { Overloaded } from '../../../platform/http/rejection.ts'

/** Runs a job when its turn in the queue comes. */
export type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface QueueLimits {
  /** Maximum number of jobs that run at once. */
  readonly atOnce: number
  /** Maximum slots of one address. */
  readonly perAddress: number
  /** Total number of slots. */
  readonly total: number
}

/**
 * Queue in which addresses take turns, however many jobs each has pending. A newcomer waits for one job of each other
 * address, not for everything queued before. Each attempt needs a slot before it does any work. An address may use at
 * most as many slots as are still free, so that a few addresses cannot take them all.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** Slots used by each address. */
  readonly #held = new Map<string, number>()
  #heldTotal = 0
  /** Pending jobs by address, in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Runs an attempt in a slot of its address. The attempt passes each job that must wait its turn to the given
   * function.
   * @throws Overloaded before the attempt begins, if there is no free slot
   */
  async withSlot<Result>(
    address: string,
    attempt: (runQueued: RunQueued) => Promise<Result>,
  ): Promise<Result> {
    this.#acquireSlot(address)
    try {
      return await attempt((work) => this.run(address, work))
    } finally {
      this.#releaseSlot(address)
    }
  }

  /** Number of slots in use. */
  get length(): number {
    return this.#heldTotal
  }

  /** Runs a job in turn, without a slot. Used directly for jobs that no request waits for. */
  async run<Result>(address: string, work: () => Promise<Result>): Promise<Result> {
    const turn = Promise.withResolvers<void>()
    this.#waiting.set(address, [...(this.#waiting.get(address) ?? []), turn.resolve])
    this.#startNext()
    await turn.promise
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#startNext()
    }
  }

  #acquireSlot(address: string): void {
    const { perAddress, total } = this.#limits
    const held = this.#held.get(address) ?? 0
    if (held >= Math.min(perAddress, total - this.#heldTotal))
      throw new Overloaded(`${this.#heldTotal} attempts are in progress, ${held} of them from this address`)
    this.#held.set(address, held + 1)
    this.#heldTotal += 1
  }

  #releaseSlot(address: string): void {
    const left = (this.#held.get(address) ?? 1) - 1
    this.#heldTotal -= 1
    if (left > 0) this.#held.set(address, left)
    else this.#held.delete(address)
  }

  /** Starts jobs up to the limit: the first job of the next address, which then moves to the end. */
  #startNext(): void {
    while (this.#running < this.#limits.atOnce) {
      const [next] = this.#waiting
      if (!next) return
      const [address, [begin, ...others]] = next
      this.#waiting.delete(address)
      if (others.length > 0) this.#waiting.set(address, others)
      this.#running += 1
      begin?.()
    }
  }
}
