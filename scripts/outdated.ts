/**
 * `pnpm run outdated`: fails if a package is a major version behind and renovate.json does not hold it back with a
 * reason, or if renovate.json holds back a package that is up to date. Queries the registry, so it is not part of
 * `pnpm test`.
 */
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'

/** An entry of `pnpm outdated --format json`. */
interface Outdated {
  readonly current?: string
  readonly latest: string
}

/** A rule of renovate.json. */
interface Rule {
  readonly description?: string
  readonly matchPackageNames?: readonly string[]
  /** Range of allowed versions, such as `<25`. */
  readonly allowedVersions?: string
}

const majorOf = (version: string): number => Number.parseInt(version, 10)

/** Returns one sentence for each fault. */
export function findFaults(
  outdated: Readonly<Record<string, Outdated>>,
  { packageRules }: { readonly packageRules: readonly Rule[] },
): string[] {
  const holding = packageRules.filter(({ allowedVersions }) => allowedVersions !== undefined)
  const behind = Object.entries(outdated)
    .filter(([, { current = '0', latest }]) => majorOf(current) < majorOf(latest))
    .map(([name]) => name)
  const held = holding.flatMap(({ matchPackageNames = [] }) => matchPackageNames)
  return [
    ...behind
      .filter((name) => !held.includes(name))
      .map((name) => `${name} is a major version behind. Update it, or hold it back in renovate.json.`),
    ...holding
      .filter(({ description = '' }) => description.trim() === '')
      .map(({ matchPackageNames = [] }) => `renovate.json holds ${matchPackageNames} back without a reason.`),
    ...holding
      .filter(({ matchPackageNames = [] }) => !matchPackageNames.some((name) => behind.includes(name)))
      .map(
        ({ matchPackageNames = [] }) =>
          `${matchPackageNames} is up to date. Remove its rule from renovate.json.`,
      ),
  ]
}

/** Queries the registry. pnpm exits with 1 if anything is outdated, but prints the list anyway. */
const listOutdated = (): Promise<Record<string, Outdated>> =>
  new Promise((resolve, reject) =>
    execFile(
      'npx',
      ['-y', 'pnpm@12', 'outdated', '--recursive', '--format', 'json'],
      { maxBuffer: 2 ** 24 },
      (error, stdout, stderr) =>
        stdout.startsWith('{') ? resolve(JSON.parse(stdout)) : reject(error ?? new Error(stderr || stdout)),
    ),
  )

if (import.meta.main) {
  const faults = findFaults(await listOutdated(), JSON.parse(await readFile('renovate.json', 'utf8')))
  process.stdout.write(faults.map((fault) => `${fault}\n`).join(''))
  process.exitCode = faults.length > 0 ? 1 : 0
}
