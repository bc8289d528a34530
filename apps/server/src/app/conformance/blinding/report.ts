import { counted } from '../../../platform/texts/counted.ts'
import type { Checked, Difference } from './check.ts'

/** Characters of a response that are shown before and after the first that differs. */
const context = { before: 60, after: 200 }

/** Returns how many characters two texts have in common at their beginning. */
function commonLength(one: string, other: string): number {
  const index = [...one].findIndex((character, at) => character !== other[at])
  return index < 0 ? one.length : index
}

function linesOf({ path, input, responses: [first, second] }: Difference): string[] {
  const at = commonLength(first, second)
  const excerpt = (text: string) => text.slice(Math.max(0, at - context.before), at + context.after)
  return [
    `  ${path} ${JSON.stringify(input)}`,
    `    first:  …${excerpt(first)}`,
    `    second: …${excerpt(second)}`,
  ]
}

/** Returns the result for people: a line for each caller with the differences below it, and the total. */
export function reportOf(results: readonly Checked[]): string {
  const lines = results.flatMap(({ who, calls, requests, successes, differences }) => [
    `as ${who}: ${counted(calls, 'call')}, ${counted(requests, 'request')}, ${successes} succeeded, ` +
      counted(differences.length, 'difference'),
    ...differences.flatMap(linesOf),
  ])
  const requests = results.reduce((total, one) => total + one.requests, 0)
  const differences = results.reduce((total, one) => total + one.differences.length, 0)
  const calls = Math.max(0, ...results.map((one) => one.calls))
  const total = [counted(calls, 'call'), counted(requests, 'request'), counted(differences, 'difference')]
  return [...lines, total.join(', ')].join('\n')
}
