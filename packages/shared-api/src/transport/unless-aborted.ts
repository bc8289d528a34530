/** Waits for a promise, but no longer than until the signal: it then throws the signal's reason. */
export async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise
  signal.throwIfAborted()
  const aborted = Promise.withResolvers<never>()
  const abort = () => aborted.reject(signal.reason)
  signal.addEventListener('abort', abort)
  return Promise.race([promise, aborted.promise]).finally(() => signal.removeEventListener('abort', abort))
}
