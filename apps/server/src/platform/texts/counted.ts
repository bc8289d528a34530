/**
 * Returns a number with its noun, for what a command prints in English.
 * @param many the noun of every number but 1; `one` with an s by default
 */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`
