import { isAbandoned } from './starters.ts'

/** How often it is looked whether those who started this process are still there. Milliseconds. */
const lookEvery = 1000

/**
 * For so long after the first signal another one is the same, in milliseconds: Ctrl-C reaches the whole group, and a
 * package manager in it passes its own on.
 */
const repeatLimit = 1000

interface Stopping {
  /** The server is to stop: it finishes what is in flight. */
  readonly stop: () => void
  /** It is to make haste: told once more, later. */
  readonly hurry: () => void
}

/**
 * Says when the server is to stop: on SIGINT or SIGTERM, and when one of those who started it is gone. Whoever sends
 * another signal after a second wants it to be quick about it.
 */
export function onStop({ stop, hurry }: Stopping): void {
  let begun: number | undefined
  const begin = () => {
    if (begun !== undefined) return
    begun = performance.now()
    clearInterval(watch)
    stop()
  }
  const watch = setInterval(() => {
    if (isAbandoned()) begin()
  }, lookEvery).unref()
  const receive = () => {
    if (begun === undefined) begin()
    else if (performance.now() - begun >= repeatLimit) hurry()
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, receive)
}
