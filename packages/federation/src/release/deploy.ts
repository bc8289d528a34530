import { manifestName } from '../registry/manifest.ts'
import type { TrustedKeys } from '../registry/signature.ts'
import type { BuiltRelease } from './build-release.ts'
import { furtherRefusals, type Refusal, refusalsOf } from './can-deploy.ts'
import { ReleaseFailure } from './failure.ts'
import { type DeployedHost, readPlace, readServer } from './host.ts'
import { openPlace } from './open-place.ts'
import type { Place } from './place.ts'
import { changeRegistry, refuseUnsigned, rolledBack, withRelease } from './static-registry.ts'
import { askAccept, askCheck, askUndo } from './team-calls.ts'
import { signatureOf, type TeamKey } from './team-key.ts'
import { uploadRelease } from './upload.ts'

/** A host with a server of Atrium's, which keeps the registry. */
export interface ServerTarget {
  readonly address: string
}

/** A static host, whose registry the command changes itself. */
export interface StaticTarget {
  /** The keys that its operator trusts. */
  readonly trusted: TrustedKeys
}

export interface DeployOptions {
  readonly key: TeamKey
  /** A folder, or `s3://bucket/prefix`. */
  readonly to: string
  /** Where that is served: an address, or a path of the host. */
  readonly address: string
  readonly target: ServerTarget | StaticTarget
  /** Told of each step, in a sentence. */
  readonly onStep: (sentence: string) => void
}

const refuse = (refusals: readonly Refusal[]): void => {
  if (refusals.length > 0) throw new ReleaseFailure(...refusals.map(({ sentence }) => sentence))
}

/**
 * Has a release count, or ready to count, at a host: checked first, then uploaded, and at last entered into the
 * registry in one step. What broke off is gone on with when it is asked for again.
 * @throws ReleaseFailure with what is against it
 */
export async function deploy(built: BuiltRelease, options: DeployOptions): Promise<void> {
  const { key, to, target, onStep } = options
  const { name, version } = built.manifest
  const place = await openPlace(to)
  const signature = signatureOf(key, built.text)
  const signed = { manifest: built.text.toString(), signature }
  const isServer = 'address' in target

  if (isServer) await checkAtServer({ address: target.address, key }, built)
  else {
    refuseUnsigned(target.trusted, built, { key: key.id, signature })
    refuse(refusalsOf(await readPlace(place), built))
  }
  onStep('It can be deployed.')

  const encoding = options.address.startsWith('https://') ? 'br' : 'gzip'
  const count = await uploadRelease(place, built, { key: key.id, signature }, encoding)
  onStep(count > 0 ? `Uploaded ${count} files to ${to}/${name}/${version}.` : 'Every file is there already.')

  const address = `${options.address.replace(/\/+$/, '')}/${name}/${version}/${manifestName}`
  if (!isServer) {
    const { integrity, manifest } = built
    const registry = await changeRegistry(place, (found) =>
      withRelease(found, manifest, { manifest: address, integrity }),
    )
    const active = registry.remotes.find((entry) => entry.name === name)?.active
    onStep(
      active === version ? `Release ${version} counts now.` : `It was released before; ${active} counts now.`,
    )
    return
  }
  const accepted = await askAccept({ address: target.address, key }, signed, address)
  onStep(
    accepted.active
      ? `Release ${version} counts now.`
      : `Release ${version} is in the registry. The operator activates it on the screen Modules (模块管理).`,
  )
}

/** @throws ReleaseFailure with each reason why a server would not take a release */
async function checkAtServer(
  { address, key }: { readonly address: string; readonly key: TeamKey },
  built: BuiltRelease,
): Promise<void> {
  const found = refusalsOf(await readServer(address), built)
  const signed = { manifest: built.text.toString(), signature: signatureOf(key, built.text) }
  const { refusals } = await askCheck({ address, key }, signed)
  refuse([...found, ...(await furtherRefusals(found, refusals))])
}

export interface CheckOptions {
  /** A server, or the place of a static host. */
  readonly host: ServerTarget | Place
  /** With it a server is asked too whether it trusts the key. */
  readonly key?: TeamKey | undefined
}

/**
 * Whether a release could be deployed as it is. Nothing is uploaded.
 * @throws ReleaseFailure with a sentence for each reason why not
 */
export async function refuseUndeployable(built: BuiltRelease, { host, key }: CheckOptions): Promise<void> {
  if ('address' in host && key) return checkAtServer({ address: host.address, key }, built)
  const deployed: DeployedHost = 'address' in host ? await readServer(host.address) : await readPlace(host)
  refuse(refusalsOf(deployed, built))
}

export interface RollbackOptions {
  readonly name: string
  /** The release that counts, from which to roll back: so it is done once, however often it is asked for. */
  readonly from: string
  /** For the audit trail. */
  readonly reason: string
  readonly host: { readonly address: string; readonly key: TeamKey } | Place
}

/** Has the release before count again. @returns its version */
export async function rollBack({ name, from, reason, host }: RollbackOptions): Promise<string> {
  if ('address' in host) return (await askUndo(host, { name, version: from, reason })).active
  const registry = await changeRegistry(host, (found) => rolledBack(found, name, from))
  return registry.remotes.find((entry) => entry.name === name)?.active ?? ''
}
