import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

/** For how long the same error is not reported again, in milliseconds. */
const repeatPause = 30_000

/** Reports an error, but not the same one again and again: a database that is away fails every poll. */
export function withoutRepeats(onError: (error: unknown) => void): (error: unknown) => void {
  const reported = new Map<string, number>()
  return (error) => {
    // Behind its message the queue names each of its workers.
    const text = String((error as Partial<Error>)?.message ?? error).replace(/ \(Queue: .*$/, '')
    const now = performance.now()
    if (now < (reported.get(text) ?? 0)) return
    for (const [key, until] of reported) if (until <= now) reported.delete(key)
    reported.set(text, now + repeatPause)
    onError(error)
  }
}

/** Does something again and again, with a pause between, in milliseconds. */
export async function every(
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

/** Waits for something, but at most some milliseconds after a signal. */
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
