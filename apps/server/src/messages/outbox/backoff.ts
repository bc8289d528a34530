const firstPause = 5
const growth = 3
const longestPause = 2 * 3_600

/**
 * How long to wait before a message is tried again: 5 s, 15 s, 45 s and so on up to 2 hours, each up to a
 * fifth longer, so that what failed together does not return together.
 *
 * @param sendCount attempts made so far, at least 1
 * @returns seconds
 */
export const pauseAfter = (sendCount: number): number =>
  Math.min(firstPause * growth ** (sendCount - 1), longestPause) * (1 + Math.random() / 5)
