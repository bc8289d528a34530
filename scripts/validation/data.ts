import type { Pack } from './pack.ts'

/** Returns all facts of a pack as JSON, for programs. The list of the package's files is a file of its own. */
export function dataOf({ packageFiles, requirements, calls, screens, ...pack }: Pack): string {
  const { hash, count } = packageFiles
  const facts = {
    ...pack,
    packageFiles: { hash, count },
    requirements: Object.fromEntries(requirements),
    calls: Object.fromEntries(calls),
    screens: Object.fromEntries(screens),
  }
  return `${JSON.stringify(facts, null, 2)}\n`
}
