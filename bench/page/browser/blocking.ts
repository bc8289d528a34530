/** A task longer than this keeps the reader waiting, ms. */
const longTask = 50

/**
 * Total blocking time: by how much long tasks went beyond 50 ms.
 * @param longTasks start and duration of each, ms
 * @param from what lies before this instant does not count
 */
export function blockingTime(longTasks: readonly (readonly [number, number])[], from = 0): number {
  return longTasks.reduce((sum, [start, duration]) => {
    const counted = start + duration - Math.max(start, from)
    return sum + Math.max(0, counted - longTask)
  }, 0)
}
