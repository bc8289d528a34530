import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

interface Limits {
  /** How long requests in flight may go on after the stop, in milliseconds. */
  readonly drain: number
  /** How long each part may take to close after that, in milliseconds. */
  readonly close: number
}

const defaultLimits: Limits = { drain: 20_000, close: 2_000 }

/** Closes something. @param drained aborted when requests in flight are to be dropped */
export type Close = (drained: AbortSignal) => Promise<unknown>

/** Everything that a server has opened, to be closed in the reverse order. */
export interface Shutdown {
  /**
   * Adds something that was opened just now.
   * @param untilEnd whether it is waited for however long it takes, since it would live on without us
   */
  readonly add: (close: Close, untilEnd?: 'until its end') => void
  /**
   * Closes everything, the latest first. A failure or a part that never ends does not keep the rest open: requests in
   * flight get 20 seconds, then each part gets 2.
   */
  readonly close: () => Promise<void>
  /** Drops requests in flight while closing; closes everything otherwise. */
  readonly closeNow: () => Promise<void>
}

/** A list of what is open; closing twice closes once. */
export function createShutdown(limits = defaultLimits): Shutdown {
  const open: { close: Close; untilEnd: boolean }[] = []
  const drained = new AbortController()
  let closed: Promise<void> | undefined

  /** Settles when a part has had its time. */
  const timeUp = async () => {
    if (!drained.signal.aborted) await once(drained.signal, 'abort')
    await sleep(limits.close, undefined, { ref: false })
    throw new Error('it did not close in time')
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
    if (failures.length > 0) throw new AggregateError(failures, 'the server did not close cleanly')
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
