/** A task longer than this blocks the user, in ms. */
const longTask = 50

/**
 * Returns the total blocking time: the sum of the times by which long tasks exceeded 50 ms.
 * @param longTasks start and duration of each, in ms
 * @param from time before this instant does not count
 */
export function blockingTime(longTasks: readonly (readonly [number, number])[], from = 0): number {
  return longTasks.reduce((sum, [start, duration]) => {
    const counted = start + duration - Math.max(start, from)
    return sum + Math.max(0, counted - longTask)
  }, 0)
}
