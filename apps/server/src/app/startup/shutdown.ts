import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

interface Limits {
  /** Time that requests in flight get after the stop, in milliseconds. */
  readonly drain: number
  /** Time that each part then gets to close, in milliseconds. */
  readonly close: number
}

const defaultLimits: Limits = { drain: 20_000, close: 2_000 }

/**
 * Closes a part.
 * @param drained aborted when requests in flight must be dropped
 */
export type Close = (drained: AbortSignal) => Promise<unknown>

/** Parts of a server that were opened, to be closed in reverse order. */
export interface Shutdown {
  /**
   * Adds a part that was just opened.
   * @param untilEnd set for a part that would keep running without this process: the shutdown waits for it without a
   * limit
   */
  readonly add: (close: Close, untilEnd?: 'until its end') => void
  /**
   * Closes all parts, the latest first. A part that fails or never closes does not stop the others from closing:
   * requests in flight get 20 seconds, then each part gets 2.
   */
  readonly close: () => Promise<void>
  /** Drops requests in flight if the shutdown has begun; otherwise begins it. */
  readonly closeNow: () => Promise<void>
}

/** Creates an empty list of open parts. Closing it twice closes the parts once. */
export function createShutdown(limits = defaultLimits): Shutdown {
  const open: { close: Close; untilEnd: boolean }[] = []
  const drained = new AbortController()
  let closed: Promise<void> | undefined

  /** Rejects when a part has used up its time. */
  const timeUp = async () => {
    if (!drained.signal.aborted) await once(drained.signal, 'abort')
    await sleep(limits.close, undefined, { ref: false })
    throw new Error('a part of the server did not close in time')
  }
  const closeAll = async () => {
    const timer = setTimeout(() => drained.abort(), limits.drain)
    const failures: unknown[] = []
    for (const { close, untilEnd } of open.reverse()) {
      const ended = close(drained.signal)
      await (untilEnd ? ended : Promise.race([ended, timeUp()])).catch((error: unknown) =>
        failures.push(error),
      )
    }
    clearTimeout(timer)
    if (failures.length > 0) throw new AggregateError(failures, 'the server did not shut down cleanly')
  }
  const close = () => (closed ??= closeAll())
  return {
    add: (close, untilEnd) => open.push({ close, untilEnd: untilEnd !== undefined }),
    close,
    closeNow: () => {
      drained.abort()
      return close()
    },
  }
}
