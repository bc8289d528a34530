import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time in which the same error is not reported again, in milliseconds. */
const repeatPause = 30_000

/** Wraps `onError` so that it does not report the same error on every poll while the database is unavailable. */
export function withoutRepeats(onError: (error: unknown) => void): (error: unknown) => void {
  const reported = new Map<string, number>()
  return (error) => {
    // The job queue appends the name of the worker to the message.
    const text = String((error as Partial<Error>)?.message ?? error).replace(/ \(Queue: .*$/, '')
    const now = performance.now()
    if (now < (reported.get(text) ?? 0)) return
    for (const [key, until] of reported) if (until <= now) reported.delete(key)
    reported.set(text, now + repeatPause)
    onError(error)
  }
}

/** Repeats `work` until `stopping` is aborted, with a pause in milliseconds after each round. */
export async function repeatEvery(
  milliseconds: number,
  work: () => Promise<unknown>,
  onError: (error: unknown) => void,
  stopping: AbortSignal,
): Promise<void> {
  while (!stopping.aborted) {
    await work().catch(onError)
    await sleep(milliseconds, undefined, { signal: stopping }).catch(() => {})
  }
}

/** Waits for `work`, but at most the given number of milliseconds after the signal is aborted. */
export async function withDeadline(
  work: Promise<unknown>,
  signal: AbortSignal,
  milliseconds: number,
): Promise<void> {
  const done = new AbortController()
  const late = async () => {
    if (!signal.aborted) await once(signal, 'abort', { signal: done.signal })
    await sleep(milliseconds, undefined, { signal: done.signal })
  }
  await Promise.race([work, late().catch(() => {})])
  done.abort()
}
