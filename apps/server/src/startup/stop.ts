/** How often it is looked whether the process that started this one is still there. Milliseconds. */
const lookEvery = 1000

/**
 * Calls back once when the server is to stop: on SIGINT or SIGTERM, and when the process that started it
 * is gone, since a signal to npx alone does not reach this process. A second signal ends it at once.
 */
export function onStop(stop: () => void): void {
  const parent = process.ppid
  let stopping = false
  const begin = () => {
    if (stopping) process.exit(1)
    stopping = true
    clearInterval(watch)
    stop()
  }
  const watch = setInterval(() => {
    if (process.ppid !== parent) begin()
  }, lookEvery).unref()
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, begin)
}
