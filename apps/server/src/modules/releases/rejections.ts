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

/** A rejection as the wire has it. */
export const rejection = (
  reason: ReleaseRejection['reason'],
  names: readonly string[] = [],
  module = '',
): ReleaseRejection => ({ reason, module, names: [...names] })

/** Why a release cannot run on a shell. */
export function hostRejections(needs: unknown, host: HostDescription | undefined): ReleaseRejection[] {
  if (!host) return [rejection('host')]
  const read = Needs.safeParse(needs)
  // It was written for another version of the suite.
  return read.success ? incompatibilities(read.data, host) : [rejection('manifest', ['needs'])]
}

/** The files of a release in a folder that are not there, or not of the size that they were released with. */
async function missingFiles(folder: string, { integrity }: Pick<ReleaseRow, 'integrity'>): Promise<string[]> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => '')
  if (integrityOf(text) !== integrity) return [manifestName]
  // It is the accepted manifest, perhaps accepted by a later version of the suite whose manifests have more fields.
  const { files }: Pick<ReleaseManifest, 'files'> = JSON.parse(text)
  const all = Object.entries(files).map(async ([file, { size }]) => {
    const found = await stat(join(folder, file)).catch(() => undefined)
    return found?.size === size ? [] : [file]
  })
  return (await Promise.all(all)).flat()
}

/** Lists at most this many files. */
const maxNamed = 5

/** A rejection that names files. */
export const filesRejection = (files: readonly string[]): ReleaseRejection =>
  rejection('files', files.length > maxNamed ? [...files.slice(0, maxNamed), '…'] : files)

/** Why a release that the registry knows cannot run now. */
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

/** A manifest sent by a team, with what is known about it. */
interface Submission {
  readonly manifest: ReleaseManifest
  readonly integrity: string
  /** Of the manifest, in bytes. */
  readonly size: number
  /** The release of the same name and version, if the registry has one. */
  readonly known: ReleaseRow | undefined
}

/** Reads a manifest. @returns the manifest, or why it is none */
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

/** The routes of all other remotes, as they count now. */
const routesOfOthers = async (trx: Trx, name: string): Promise<Set<string>> => {
  const rows = await modulesWithActive(trx).select('routes').where('remoteModule.id', '<>', name).execute()
  return new Set(rows.flatMap(({ routes }) => routes ?? []))
}

/** The routes that a remote has already, by any of its releases. */
const ownRoutes = async (trx: Trx, name: string): Promise<string[]> =>
  (await trx.selectFrom('remoteRelease').select('routes').where('name', '=', name).execute()).flatMap(
    ({ routes }) => routes,
  )

/** The release of the registry that has a manifest's name and version. */
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
 * Each reason for which a release is not taken into the registry.
 * @param text the manifest as it was sent
 * @param signature Ed25519 over its bytes, base64
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
 * Returns why a release cannot be fetched from its address: the address must be its own path on the suite's server,
 * where all files must already be, or on an origin that the operator allows.
 * @param origins those of the profile
 */
export async function addressRejections(
  locations: ReleaseLocations,
  origins: readonly string[],
  { manifest, integrity, size }: Submission,
  address: string,
): Promise<ReleaseRejection[]> {
  if (!address.startsWith('/')) {
    const url = URL.parse(address)
    // Nothing beside origin and path: no user, no query, and the path ends as on the suite's own server.
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

/** Rejections of another field than the manifest. */
const fields: Partial<Record<ReleaseRejection['reason'], string>> = {
  signature: 'signature',
  address: 'address',
  files: 'address',
}

/** Rejects a call for each reason, in words; does nothing if there is none. */
export const rejectFor = (refusals: readonly ReleaseRejection[]): void =>
  rejectFields(
    refusals.map(({ reason, module, names }) =>
      fieldIssue(fields[reason] ?? 'manifest', `release.refusal.${reason}`, {
        module,
        names: names.join(', '),
      }),
    ),
  )
