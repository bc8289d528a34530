/** What a server has opened, to be closed in the reverse order. */
export interface Closing {
  /** Adds something that was opened just now. */
  readonly add: (close: () => Promise<unknown>) => void
  /** Closes everything, the latest first; a failure does not keep the rest open. */
  readonly close: () => Promise<void>
}

/** A list of what is open; closing twice closes once. */
export function closing(): Closing {
  const open: (() => Promise<unknown>)[] = []
  let closed: Promise<void> | undefined

  const closeAll = async () => {
    const failures: unknown[] = []
    for (const close of open.reverse()) await close().catch((error: unknown) => failures.push(error))
    if (failures.length > 0) throw new AggregateError(failures, 'the server did not close cleanly')
  }
  return {
    add: (close) => open.push(close),
    close: () => (closed ??= closeAll()),
  }
}
