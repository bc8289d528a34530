import type { RegistryEntry } from './schema.ts'

/** For whom a release is chosen. */
export interface Audience {
  /** The tenants that the user belongs to; none before the sign-in, and for those of the platform. */
  readonly tenants: readonly string[]
  /** From 0 to 99, drawn once for each browser: by it a share of all browsers gets a release first. */
  readonly bucket: number
  /** Whether only releases of the suite's own build are to run, whatever rules say. */
  readonly safe?: boolean
}

/** Compares versions that are in order as they were released. */
const position = ({ releases }: RegistryEntry, version: string): number =>
  Object.keys(releases).indexOf(version)

/** The releases that the rules give somebody by their tenants, the one that was released first in front. */
function ofTenants(entry: RegistryEntry, { tenants }: Audience): string[] {
  const rules = (entry.rules ?? []).filter((rule) => rule.tenants?.some((tenant) => tenants.includes(tenant)))
  return rules
    .map(({ version }) => version)
    .filter((version) => version in entry.releases)
    .toSorted((one, other) => position(entry, one) - position(entry, other))
}

/**
 * The release that counts for somebody: that of their tenant; where they are in several, the one that was released
 * first, since none of them is to meet what it has not accepted; else that of their share; else the active one. In safe
 * mode that of the suite's own build.
 * @returns '' where there is none, as in safe mode of a remote that the suite's own build does not have
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
 * The releases that may stand in for one that fails, the best first: the active one for a share's, the one that was
 * good before, and the one that this browser ran last, where that is older than the one that fails: one from which the
 * suite was rolled back does not come again. Nothing stands in for a release that a tenant stays on, nor in safe mode.
 * @param wanted the release that fails
 * @param lastGood the one that this browser ran last
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
