import type { Registry, RegistryEntry } from '../registry/schema.ts'

/** What a release counts for, in words. */
function standingOf({ active, previous, suite, rules = [] }: RegistryEntry, version: string): string[] {
  const own = rules.filter((rule) => rule.version === version)
  const tenants = new Set(own.flatMap((rule) => rule.tenants ?? [])).size
  const percentage = own.find((rule) => rule.percentage !== undefined)?.percentage
  return [
    version === active ? 'active' : '',
    version === previous ? 'previous' : '',
    version === suite ? 'of the suite’s own build' : '',
    percentage ? `${percentage} % of browsers` : '',
    tenants > 0 ? `${tenants} ${tenants === 1 ? 'tenant' : 'tenants'}` : '',
  ].filter((part) => part !== '')
}

/** A registry names what counts for somebody. */
export const nothingCounts = (name: string): string =>
  `No release of ${name} counts here: there is none, or the operator has not activated any yet.`

/**
 * What a registry says, a line for each release, the newest first.
 * @param name of one remote; all by default
 */
export function describeRegistry({ remotes }: Registry, name?: string): string[] {
  return remotes
    .filter((entry) => name === undefined || entry.name === name)
    .flatMap((entry) => [
      `${entry.name}  ${entry.routes.join(' ')}`,
      ...Object.keys(entry.releases)
        .toReversed()
        .map((version) => `  ${version.padEnd(24)}${standingOf(entry, version).join(', ')}`.trimEnd()),
      ...(entry.personal ? ['  tenants have releases of their own, which the host does not tell'] : []),
    ])
}
