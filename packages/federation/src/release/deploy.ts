import { manifestName } from '../registry/manifest.ts'
import type { BuiltRelease } from './build-release.ts'
import { readServer } from './deployed-host.ts'
import { ReleaseFailure } from './failure.ts'
import { openStorage } from './open-storage.ts'
import { describeRejections, publicRejections } from './rejections.ts'
import { askAccept, askCheck, type TeamHost } from './team-calls.ts'
import { signatureOf, type TeamKey } from './team-key.ts'
import { uploadRelease } from './upload.ts'

interface DeployOptions {
  readonly host: TeamHost
  /** Target storage: a folder, or `s3://bucket/prefix`. */
  readonly to: string
  /** Address at which that storage is served: a full address, or a path on the host. */
  readonly address: string
  /** Receives one sentence for each step. */
  readonly onStep: (sentence: string) => void
}

const sign = (key: TeamKey, { text }: BuiltRelease) => ({
  manifest: text.toString(),
  signature: signatureOf(key, text),
})

/**
 * Deploys a release: asks the server to check it, uploads it, and asks the server to add it to the registry in one
 * step. To continue after an interruption, deploy the release again.
 * @throws ReleaseFailure with every reason why the server rejects it
 */
export async function deploy(built: BuiltRelease, options: DeployOptions): Promise<void> {
  const { host, to, onStep } = options
  const { name, version } = built.manifest
  const storage = await openStorage(to)
  await checkRelease(built, host.address, host.key)
  onStep('The server accepts the release.')

  const signed = sign(host.key, built)
  const signature = { key: host.key.id, signature: signed.signature }
  const encoding = options.address.startsWith('https://') ? 'br' : 'gzip'
  const count = await uploadRelease(storage, built, signature, encoding)
  onStep(
    count > 0 ? `Uploaded ${count} files to ${to}/${name}/${version}.` : 'All files are already uploaded.',
  )

  const address = `${options.address.replace(/\/+$/, '')}/${name}/${version}/${manifestName}`
  const { active } = await askAccept(host, signed, address)
  onStep(
    active
      ? `Release ${version} is active.`
      : `Release ${version} is in the registry. The operator activates it on the Modules screen (模块管理).`,
  )
}

/**
 * Checks whether a server would accept a release, without uploading anything.
 * @param address address of the server's page
 * @param key key for asking the server itself; without it, the release is compared with what the server publishes
 * @throws ReleaseFailure with one sentence for each reason to reject the release
 */
export async function checkRelease(built: BuiltRelease, address: string, key?: TeamKey): Promise<void> {
  const rejections = key
    ? (await askCheck({ address, key }, sign(key, built))).refusals
    : publicRejections(await readServer(address), built)
  if (rejections.length > 0) throw new ReleaseFailure(...(await describeRejections(rejections)))
}
