import type { Registry, RegistryEntry } from '../registry/schema.ts'

/** Describes which users get a release. */
function usesOf({ active, previous, suite, rules = [] }: RegistryEntry, version: string): string[] {
  const own = rules.filter((rule) => rule.version === version)
  const tenants = new Set(own.flatMap((rule) => rule.tenants ?? [])).size
  const percentage = own.find((rule) => rule.percentage !== undefined)?.percentage
  return [
    version === active ? 'active' : '',
    version === previous ? 'previous' : '',
    version === suite ? 'from the suite’s own build' : '',
    percentage ? `${percentage} % of browsers` : '',
    tenants > 0 ? `${tenants} ${tenants === 1 ? 'tenant' : 'tenants'}` : '',
  ].filter((part) => part !== '')
}

export const noRelease = (name: string): string =>
  `No release of ${name} is active here: nobody has released it, or the operator has not activated it.`

/**
 * Describes a registry, one line per release, newest first.
 * @param name name of one remote; all remotes by default
 */
export function describeRegistry({ remotes }: Registry, name?: string): string[] {
  return remotes
    .filter((entry) => name === undefined || entry.name === name)
    .flatMap((entry) => [
      `${entry.name}  ${entry.routes.join(' ')}`,
      ...Object.keys(entry.releases)
        .toReversed()
        .map((version) => `  ${version.padEnd(24)}${usesOf(entry, version).join(', ')}`.trimEnd()),
      ...(entry.personal
        ? ['  Some tenants have other releases, which the server lists only for their users.']
        : []),
    ])
}
