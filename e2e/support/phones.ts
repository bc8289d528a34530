import { createHash } from 'node:crypto'

/** A phone of a test's own, the same at every call of one run. */
export const phoneOf = (test: string): string => {
  const digits = createHash('sha256').update(`${test} ${process.ppid}`).digest().readUInt32BE(0) % 100_000_000
  return `139${String(digits).padStart(8, '0')}`
}
