import { type ReleaseRejection, releaseTexts } from '@atrium/contract'
import { incompatibilities } from '../registry/compatibility.ts'
import type { ReleaseAddress } from '../registry/schema.ts'
import type { BuiltRelease } from './build-release.ts'
import type { DeployedHost } from './deployed-host.ts'

const hasIntegrity = (address: ReleaseAddress, integrity: string): boolean =>
  'integrity' in address && address.integrity === integrity

/** Returns every reason to reject a release that can be found without the server's database and trusted keys. */
export function publicRejections(
  { description, registry: { remotes } }: DeployedHost,
  { manifest, integrity }: BuiltRelease,
): ReleaseRejection[] {
  const { name, version, routes } = manifest
  const others = remotes.filter((entry) => entry.name !== name).flatMap((entry) => entry.routes)
  const claimed = routes.filter((route) => others.includes(route))
  const known = remotes.find((entry) => entry.name === name)?.releases[version]
  return [
    ...incompatibilities(manifest.needs, description),
    ...(claimed.length > 0 ? [{ reason: 'routes' as const, module: '', names: claimed }] : []),
    ...(known && !hasIntegrity(known, integrity)
      ? [{ reason: 'taken' as const, module: '', names: [version] }]
      : []),
  ]
}

/** Remedies for rejections whose text in the contract does not name one. */
const remedies: Readonly<Partial<Record<ReleaseRejection['reason'], string>>> = {
  api: 'Build it from the sources of the deployed suite',
  version:
    'Build it with the suite’s version, or list the versions it supports under peerDependencies in package.json',
  module: 'Remove the import, or ask the operator to update the suite first',
  names: 'Remove the imports, or ask the operator to update the suite first',
  calls: 'Build it from the sources of the deployed suite, or ask the operator to update the suite first',
}

/** Describes each rejection in English: the problem and its remedy. */
export async function describeRejections(rejections: readonly ReleaseRejection[]): Promise<string[]> {
  const { refusal: texts } = (await releaseTexts.en()).default as {
    readonly refusal: Readonly<Record<string, string>>
  }
  return rejections.map(({ reason, module, names }) => {
    const text = texts[reason] ?? `${reason}: {{module}} {{names}}`
    const remedy = remedies[reason]
    return `${text.replace('{{module}}', module).replace('{{names}}', names.join(', '))}.${remedy ? ` ${remedy}.` : ''}`
  })
}
