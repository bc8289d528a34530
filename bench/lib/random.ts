/** Returns a number from 0 (inclusive) to 1 (exclusive). */
export type Random = () => number

/**
 * Creates a repeatable source (mulberry32): the same seed returns the same numbers on every machine, so that two runs
 * of a benchmark use the same data.
 * @param seed any 32-bit number
 */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Picks one of the choices; all are equally likely. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return at(choices, random())
}

/** Picks one of the choices; the first are far more likely than the last, as with companies' cities. */
export function pickSkewed<T>(random: Random, choices: readonly T[]): T {
  return at(choices, random() ** 2.5)
}

function at<T>(choices: readonly T[], position: number): T {
  const choice = choices[Math.floor(position * choices.length)]
  if (choice === undefined) throw new RangeError('The list to choose from is empty')
  return choice
}

/** Returns the values in a random order; all orders are equally likely. */
export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, order: random() }))
  return keyed.sort((one, other) => one.order - other.order).map(({ value }) => value)
}
