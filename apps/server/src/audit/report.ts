import type { Head, Verification } from './verify.ts'

/**
 * A seal that was noted down, as the command line takes it.
 *
 * @param text `<number>:<hash>`, the hash 64 hex digits
 * @throws RangeError when it is not that
 */
export function parseHead(text: string): Head {
  const [, number, hash] = /^([1-9]\d*):([0-9a-f]{64})$/.exec(text) ?? []
  if (!number || !hash) throw new RangeError(`--head takes <number>:<hash>, not ${text}`)
  return { number: Number(number), hash }
}

/** What a verification has found, in the words of the command line. */
export function report({ sealed, waiting, head, faults, earlier }: Verification): string {
  const lines =
    faults.length > 0 ? ['The audit trail is NOT whole:', ...faults] : ['The audit trail is whole.']
  if (earlier.length > 0) lines.push('Not to be trusted, of an earlier version:', ...earlier)
  lines.push(`${sealed} events behind seals, ${waiting} waiting for the next seal.`)
  if (head) lines.push(`Newest seal: ${head.number}:${head.hash}`)
  return `${lines.join('\n')}\n`
}
