import { Overloaded } from '../../../platform/http/rejection.ts'

/** Runs a piece of work when its turn in the queue comes. */
export type RunQueued = <Result>(work: () => Promise<Result>) => Promise<Result>

export interface QueueLimits {
  /** Pieces of work that are done at a time. */
  readonly atOnce: number
  /** Maximum slots of one address. */
  readonly perAddress: number
  /** Number of slots. */
  readonly total: number
}

/**
 * A queue in which addresses take turns, however many jobs each has waiting: a newcomer waits for one job of each other
 * address, not for everything queued before. A slot is taken before any work is done, and slots are limited: an address
 * may hold as many as are free beside its own, so that a few addresses cannot take them all.
 */
export class FairQueue {
  readonly #limits: QueueLimits
  /** Slots held by each address. */
  readonly #held = new Map<string, number>()
  #heldTotal = 0
  /** Pending work by address; the addresses are in the order of their turns. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /**
   * Makes an attempt in a slot of an address. It hands the work that must wait its turn to the function it is given.
   * @throws Overloaded, before the attempt has begun, if there is no slot
   */
  async withPlace<Result>(
    address: string,
    attempt: (runQueued: RunQueued) => Promise<Result>,
  ): Promise<Result> {
    this.#takePlace(address)
    try {
      return await attempt((work) => this.run(address, work))
    } finally {
      this.#freePlace(address)
    }
  }

  /** Number of slots in use. */
  get length(): number {
    return this.#heldTotal
  }

  /** Does a piece of work in turn, without a slot: for work that no request waits for. */
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

  #takePlace(address: string): void {
    const { perAddress, total } = this.#limits
    const held = this.#held.get(address) ?? 0
    if (held >= Math.min(perAddress, total - this.#heldTotal))
      throw new Overloaded(`${this.#heldTotal} attempts are under way, ${held} of them from this address`)
    this.#held.set(address, held + 1)
    this.#heldTotal += 1
  }

  #freePlace(address: string): void {
    const left = (this.#held.get(address) ?? 1) - 1
    this.#heldTotal -= 1
    if (left > 0) this.#held.set(address, left)
    else this.#held.delete(address)
  }

  /** Begins what may run now: the first of the address whose turn it is, which then goes behind the others. */
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
