import type { ReleaseManifest } from '../registry/manifest.ts'
import { Registry, type RegistryEntry } from '../registry/schema.ts'
import { isSignedBy, type ReleaseSignature, TrustedKeys } from '../registry/signature.ts'
import type { BuiltRelease } from './build-release.ts'
import { ReleaseFailure } from './failure.ts'
import { parseFile } from './parse-file.ts'
import type { Place } from './place.ts'

/* The registry of a host without a server: `remotes.json` in its place, which the command changes itself. */

/** Name of the registry, in its place. */
export const registryFile = 'remotes.json'

/** Reads a registry. @param name what it is called where it is none */
export const parseRegistry = (name: string, content: Buffer | string | undefined): Registry =>
  content === undefined ? { remotes: [] } : parseFile(Registry, { name, is: 'registry' }, content)

/** Reads an operator's file of trusted keys. */
export const parseTrustedKeys = (name: string, content: string): TrustedKeys =>
  parseFile(TrustedKeys, { name, is: 'file of trusted keys' }, content)

/** @throws ReleaseFailure unless a manifest is signed under a key that is trusted for its remote */
export function refuseUnsigned(
  trusted: TrustedKeys,
  { manifest: { name }, text }: Pick<BuiltRelease, 'manifest' | 'text'>,
  { key, signature }: ReleaseSignature,
): void {
  const publicKey = trusted[name]?.keys[key]
  if (!publicKey)
    throw new ReleaseFailure(
      `The key ${key} is not trusted for ${name}: have the operator add the line that \`pnpm release:key\` printed to ` +
        'the file of trusted keys.',
    )
  if (!isSignedBy(publicKey, text, signature))
    throw new ReleaseFailure(
      `The signature is not one of this manifest under the key ${key} as the operator has it.`,
    )
}

const withEntry = ({ remotes }: Registry, entry: RegistryEntry): Registry => ({
  remotes: remotes.some(({ name }) => name === entry.name)
    ? remotes.map((one) => (one.name === entry.name ? entry : one))
    : [...remotes, entry],
})

/** How many releases of a remote stay in such a registry beside those that count for somebody: browsers fetch all of it. */
const mostKept = 20

/** An entry without what is of no use any more; its files stay. */
function withoutOld(entry: RegistryEntry): RegistryEntry {
  const { active, previous, suite, rules = [], releases } = entry
  const kept = new Set([active, previous, suite, ...rules.map(({ version }) => version)])
  for (const version of Object.keys(releases).slice(-mostKept)) kept.add(version)
  return { ...entry, releases: Object.fromEntries(Object.entries(releases).filter(([one]) => kept.has(one))) }
}

/** A registry in which a release counts; the one that counted is then the one before. */
export function withRelease(
  registry: Registry,
  { name, version, routes }: Pick<ReleaseManifest, 'name' | 'version' | 'routes'>,
  address: { readonly manifest: string; readonly integrity: string },
): Registry {
  const present = registry.remotes.find((entry) => entry.name === name)
  const known = present?.releases[version]
  if (known && !('integrity' in known && known.integrity === address.integrity))
    throw new ReleaseFailure(
      `The registry has another release ${version} of ${name}: raise the version in package.json.`,
    )
  // What was accepted before is asked for again after a crash: it counts since then, or somebody has rolled it back.
  if (present && known) return registry
  const previous = present?.active
  const releases = { ...present?.releases, [version]: address }
  const entry = { ...present, name, routes, active: version, releases, ...(previous && { previous }) }
  return withEntry(registry, withoutOld(entry))
}

/** A registry in which the release before counts again. @param from the release that is rolled back from */
export function rolledBack(registry: Registry, name: string, from: string): Registry {
  const present = registry.remotes.find((entry) => entry.name === name)
  if (!present) throw new ReleaseFailure(`The registry has no ${name}.`)
  const { previous, active, rules = [], ...entry } = present
  if (active !== from)
    throw new ReleaseFailure(
      `Release ${from} of ${name} does not count now: ${active} does. Nothing was changed.`,
    )
  if (!previous) throw new ReleaseFailure(`There is no release of ${name} before ${active} to go back to.`)
  const kept = rules.filter(({ version }) => version !== from)
  return withEntry(registry, { ...entry, active: previous, ...(kept.length > 0 && { rules: kept }) })
}

/** Changes the registry of a static host in one step. @returns as it is then */
export async function changeRegistry(
  place: Place,
  change: (registry: Registry) => Registry,
): Promise<Registry> {
  let changed: Registry = { remotes: [] }
  await place.change(registryFile, (content) => {
    changed = change(parseRegistry(`${place.name}/${registryFile}`, content))
    return Buffer.from(`${JSON.stringify(changed)}\n`)
  })
  return changed
}
