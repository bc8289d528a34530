import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReleaseRejection } from '@atrium/contract'
import {
  type HostDescription,
  incompatibilities,
  integrityOf,
  isSignedBy,
  manifestName,
  Needs,
  ReleaseManifest,
} from '@atrium/federation/registry'
import type { Trx } from '../../platform/database/transaction.ts'
import { fieldIssue, rejectFields } from '../../platform/http/rejection.ts'
import { modulesWithActive } from './active-releases.ts'
import { folderOfRelease, ownAddress, type ReleaseLocations } from './locations.ts'
import type { ReleaseRow } from './registry.ts'
import { wrongFiles } from './release-files.ts'
import type { CallingTeam } from './verify-team.ts'

/** Creates a rejection as the API returns it. */
export const rejection = (
  reason: ReleaseRejection['reason'],
  names: readonly string[] = [],
  module = '',
): ReleaseRejection => ({ reason, module, names: [...names] })

/** Returns the reasons why a release cannot run on a shell. */
export function hostRejections(needs: unknown, host: HostDescription | undefined): ReleaseRejection[] {
  if (!host) return [rejection('host')]
  const read = Needs.safeParse(needs)
  // The release was written for another version of the suite.
  return read.success ? incompatibilities(read.data, host) : [rejection('manifest', ['needs'])]
}

/** Returns the files of a release that are missing from its folder or have a different size than in the manifest. */
async function missingFiles(folder: string, { integrity }: Pick<ReleaseRow, 'integrity'>): Promise<string[]> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '')
  if (integrityOf(text) !== integrity) return [manifestName]
  // The integrity shows that this is the accepted manifest. A later version of the suite may have accepted it with
  // additional fields.
  const { files }: Pick<ReleaseManifest, 'files'> = JSON.parse(text)
  const all = Object.entries(files).map(async ([file, { size }]) => {
    const found = await stat(join(folder, file)).catch(() => undefined)
    return found?.size === size ? [] : [file]
  })
  return (await Promise.all(all)).flat()
}

/** Maximum number of files listed. */
const maxNamed = 5

/** Creates a rejection that lists files. */
export const filesRejection = (files: readonly string[]): ReleaseRejection =>
  rejection('files', files.length > maxNamed ? [...files.slice(0, maxNamed), '…'] : files)

/** Returns the reasons why a registered release currently cannot run. */
export async function runRejections(
  locations: ReleaseLocations,
  host: HostDescription | undefined,
  release: Pick<ReleaseRow, 'name' | 'version' | 'needs' | 'address' | 'integrity'>,
): Promise<ReleaseRejection[]> {
  const refusals = hostRejections(release.needs, host)
  if (!release.address.startsWith('/')) return refusals
  const folder = await folderOfRelease(locations, release)
  const missing = folder ? await missingFiles(folder, release) : [manifestName]
  return missing.length > 0 ? [...refusals, filesRejection(missing)] : refusals
}

/** Manifest sent by a team, with derived facts. */
interface Submission {
  readonly manifest: ReleaseManifest
  readonly integrity: string
  /** Size of the manifest, in bytes. */
  readonly size: number
  /** Registered release with the same name and version, if there is one. */
  readonly known: ReleaseRow | undefined
}

/**
 * Parses a manifest.
 * @returns the manifest, or a rejection with the invalid fields
 */
export function readManifest(text: string): ReleaseManifest | ReleaseRejection {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return rejection('manifest', ['JSON'])
  }
  const read = ReleaseManifest.safeParse(value)
  if (read.success) return read.data
  return rejection(
    'manifest',
    read.error.issues.map((issue) =>
      [...issue.path, ...(issue.code === 'unrecognized_keys' ? issue.keys : [])].join('.'),
    ),
  )
}

/** Returns the routes of the active releases of all other remotes. */
const routesOfOthers = async (trx: Trx, name: string): Promise<Set<string>> => {
  const rows = await modulesWithActive(trx).select('routes').where('remoteModule.id', '<>', name).execute()
  return new Set(rows.flatMap(({ routes }) => routes ?? []))
}

/** Returns the routes of all releases of a remote. */
const ownRoutes = async (trx: Trx, name: string): Promise<string[]> =>
  (await trx.selectFrom('remoteRelease').select('routes').where('name', '=', name).execute()).flatMap(
    ({ routes }) => routes,
  )

/** Finds the registered release with a name and version. */
export const findRelease = (
  trx: Trx,
  { name, version }: { readonly name: string; readonly version: string },
) =>
  trx
    .selectFrom('remoteRelease')
    .selectAll()
    .where('name', '=', name)
    .where('version', '=', version)
    .executeTakeFirst()

/**
 * Returns every reason to reject a submitted release.
 * @param text the manifest as it was sent
 * @param signature base64 Ed25519 signature of its bytes
 */
export async function submissionRejections(
  trx: Trx,
  team: CallingTeam,
  host: HostDescription | undefined,
  { text, signature }: { readonly text: string; readonly signature: string },
): Promise<{ refusals: ReleaseRejection[]; submission: Submission | undefined }> {
  const refusals: ReleaseRejection[] = []
  if (!isSignedBy(team.key, text, signature)) refusals.push(rejection('signature'))
  const manifest = readManifest(text)
  if ('reason' in manifest) return { refusals: [...refusals, manifest], submission: undefined }
  const { name, version, routes, needs } = manifest
  const trusted = team.remotes[name]
  if (!trusted) refusals.push(rejection('key', [name]))
  const others = await routesOfOthers(trx, name)
  const own = new Set([...(await ownRoutes(trx, name)), ...(trusted?.routes ?? [])])
  const foreign = routes.filter((route) => others.has(route) || !own.has(route))
  if (foreign.length > 0) refusals.push(rejection('routes', foreign))
  const integrity = integrityOf(text)
  const known = await findRelease(trx, manifest)
  if (known && known.integrity !== integrity) refusals.push(rejection('taken', [version]))
  refusals.push(...hostRejections(needs, host))
  return { refusals, submission: { manifest, integrity, size: Buffer.byteLength(text), known } }
}

/**
 * Returns why a release cannot be fetched from its address. The address must be the release's own path on the suite's
 * server, where all files must already be, or on an allowed origin.
 * @param origins origins that the profile allows
 */
export async function addressRejections(
  locations: ReleaseLocations,
  origins: readonly string[],
  { manifest, integrity, size }: Submission,
  address: string,
): Promise<ReleaseRejection[]> {
  if (!address.startsWith('/')) {
    const url = URL.parse(address)
    // Allows only origin and path, without user or query; the path must end as on the suite's own server.
    const isAllowed =
      url !== null &&
      origins.includes(url.origin) &&
      address === `${url.origin}${url.pathname}` &&
      url.pathname.endsWith(`/${manifest.name}/${manifest.version}/${manifestName}`)
    return isAllowed ? [] : [rejection('address', [address])]
  }
  if (address !== ownAddress(manifest)) return [rejection('address', [address])]
  const folder = await folderOfRelease(locations, manifest)
  if (!folder) return [filesRejection([manifestName])]
  const wrong = await wrongFiles(folder, { ...manifest.files, [manifestName]: { integrity, size } })
  return wrong.length > 0 ? [filesRejection(wrong)] : []
}

/** Request fields of rejections that do not concern the manifest. */
const fields: Partial<Record<ReleaseRejection['reason'], string>> = {
  signature: 'signature',
  address: 'address',
  files: 'address',
}

/** Rejects a call with a message for each reason; does nothing if there is none. */
export const rejectFor = (refusals: readonly ReleaseRejection[]): void =>
  rejectFields(
    refusals.map(({ reason, module, names }) =>
      fieldIssue(fields[reason] ?? 'manifest', `release.refusal.${reason}`, {
        module,
        names: names.join(', '),
      }),
    ),
  )
