import type { RegistryEntry } from './schema.ts'

/** The user and browser for which a release is chosen. */
export interface Audience {
  /** The user's tenants; empty before sign-in and for platform users. */
  readonly tenants: readonly string[]
  /** Number from 0 to 99, drawn once per browser. It decides whether the browser belongs to a staged rollout. */
  readonly bucket: number
  /** Safe mode: only releases of the suite's own build run, whatever the rules say. */
  readonly safe?: boolean
}

/** Returns the position of a version in release order. */
const position = ({ releases }: RegistryEntry, version: string): number =>
  Object.keys(releases).indexOf(version)

/** Returns the releases that rules assign to the user's tenants, oldest first. */
function ofTenants(entry: RegistryEntry, { tenants }: Audience): string[] {
  const rules = (entry.rules ?? []).filter((rule) => rule.tenants?.some((tenant) => tenants.includes(tenant)))
  return rules
    .map(({ version }) => version)
    .filter((version) => version in entry.releases)
    .toSorted((one, other) => position(entry, one) - position(entry, other))
}

/**
 * Returns the active release for a user: the release of their tenant, else that of the staged rollout, else the
 * active one. If users belong to several tenants, they get the oldest of the tenants' releases, so that no tenant
 * gets a release that it has not accepted. In safe mode, returns the release of the suite's own build.
 * @returns '' if there is none, as in safe mode for a remote that the suite's own build lacks
 */
export function releaseFor(entry: RegistryEntry, audience: Audience): string {
  const { rules = [], active, releases, suite = '' } = entry
  if (audience.safe) return suite
  const share = rules.find(
    ({ version, percentage }) =>
      version in releases && percentage !== undefined && audience.bucket < percentage,
  )
  return ofTenants(entry, audience)[0] ?? share?.version ?? active
}

/**
 * Returns the releases that may stand in for one that failed, best first: the active release if a rollout's failed,
 * then the previous one, then the last one that ran in this browser. That last one must be older than the failed
 * release, so that a release that was rolled back does not return. Nothing stands in for a release that a tenant is
 * pinned to, or in safe mode.
 * @param wanted the release that failed
 * @param lastGood the last release that ran in this browser
 */
export function standInsFor(
  entry: RegistryEntry,
  wanted: string,
  audience: Audience,
  lastGood: string | undefined,
): string[] {
  if (audience.safe || entry.held || ofTenants(entry, audience).length > 0) return []
  const older = lastGood && position(entry, lastGood) < position(entry, wanted) ? lastGood : undefined
  const versions = [entry.active, entry.previous, older].filter((version) => version !== undefined)
  return [...new Set(versions)].filter((version) => version !== wanted && version in entry.releases)
}
