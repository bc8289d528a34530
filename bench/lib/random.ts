/** A source of numbers from 0 (included) to 1 (excluded). */
export type Random = () => number

/**
 * A repeatable source (mulberry32): the same seed gives the same numbers on every machine, so that two runs
 * of a benchmark meet the same data.
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

/** One of the choices, each as likely as the others. */
export function pick<T>(random: Random, choices: readonly T[]): T {
  return at(choices, random())
}

/** One of the choices, the first ones far likelier than the last ones, as with the cities of companies. */
export function pickSkewed<T>(random: Random, choices: readonly T[]): T {
  return at(choices, random() ** 2.5)
}

function at<T>(choices: readonly T[], position: number): T {
  const choice = choices[Math.floor(position * choices.length)]
  if (choice === undefined) throw new RangeError('Nothing to choose from')
  return choice
}

/** The same values in another order, each order as likely as the others. */
export function shuffled<T>(random: Random, values: readonly T[]): T[] {
  const keyed = values.map((value) => ({ value, order: random() }))
  return keyed.sort((one, other) => one.order - other.order).map(({ value }) => value)
}
