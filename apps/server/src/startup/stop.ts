import { isAbandoned } from './starters.ts'

/** How often it is looked whether those who started this process are still there. Milliseconds. */
const lookEvery = 1000

/**
 * Calls back once when the server is to stop: on SIGINT or SIGTERM, and when one of those who started it is gone.
 * A second signal ends it at once.
 */
export function onStop(stop: () => void): void {
  let stopping = false
  const begin = () => {
    if (stopping) process.exit(1)
    stopping = true
    clearInterval(watch)
    stop()
  }
  const watch = setInterval(() => {
    if (isAbandoned()) begin()
  }, lookEvery).unref()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, begin)
}
