import { createHash } from 'node:crypto'

/** Returns a phone number for a test, the same for every call within one run. */
export const phoneOf = (test: string): string => {
  const digits = createHash('sha256').update(`${test} ${process.ppid}`).digest().readUInt32BE(0) % 100_000_000
  return `139${String(digits).padStart(8, '0')}`
}
