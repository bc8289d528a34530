import { type ReleaseRefusal, releaseTexts } from '@atrium/contract'
import { type Incompatibility, incompatibilities } from '../registry/compatibility.ts'
import type { Registry, ReleaseAddress } from '../registry/schema.ts'
import type { BuiltRelease } from './build-release.ts'
import type { DeployedHost } from './host.ts'

const list = (names: readonly string[]): string => names.join(', ')

/** Why a release cannot run on a host, and what to do about it. */
export function sentenceOf(found: Incompatibility): string {
  switch (found.reason) {
    case 'api':
      return (
        `It is built for version ${found.needs} of the agreement between host and remotes, and the host has ` +
        `${found.offers}: build it from the sources of the suite that is deployed.`
      )
    case 'version':
      return found.offers === ''
        ? `It needs ${found.module} ${found.needs}, which the host does not share.`
        : `It needs ${found.module} ${found.needs}, and the host has ${found.offers}: build it with that version, or say ` +
            'under peerDependencies in its package.json from which version on it runs.'
    case 'module':
      return `It imports ${found.module}, which the host does not share: do without, or have the suite updated first.`
    case 'names':
      return (
        `It takes ${list(found.names)} from ${found.module}, where the host has none of that name: do without, or have ` +
        'the suite updated first.'
      )
    case 'calls':
      return sentenceOfCall(found)
  }
}

function sentenceOfCall({ call, part, field }: Extract<Incompatibility, { reason: 'calls' }>): string {
  const where = field === '' ? 'as a whole' : `at the field ${field}`
  const remedy = 'build it from the sources of the suite that is deployed, or have the suite updated first.'
  if (part === '') return `It calls ${call}, which the server does not answer: ${remedy}`
  return part === 'request'
    ? `It calls ${call}, and what it sends is not what the server takes, ${where}: ${remedy}`
    : `It calls ${call}, and what the server answers is not what it expects, ${where}: ${remedy}`
}

/** Why a release is not taken, with the name of the reason as the server has it. */
export interface Refusal {
  readonly reason: string
  readonly sentence: string
}

/** Whether an address of the registry is that of a manifest. */
const isOf = (address: ReleaseAddress, integrity: string): boolean =>
  'integrity' in address && address.integrity === integrity

/** Why the registry would not take a release, as far as anybody can see. */
function refusedByRegistry({ remotes }: Registry, { manifest, integrity }: BuiltRelease): Refusal[] {
  const { name, version, routes } = manifest
  const claimed = remotes.flatMap((other) =>
    other.name === name
      ? []
      : other.routes
          .filter((route) => routes.includes(route))
          .map((route) => `${route} is a path of ${other.name} already: give this remote another one.`),
  )
  const known = remotes.find((entry) => entry.name === name)?.releases[version]
  const taken = `Version ${version} is released already, with other content: raise the version in package.json.`
  return [
    ...claimed.map((sentence) => ({ reason: 'routes', sentence })),
    ...(known && !isOf(known, integrity) ? [{ reason: 'taken', sentence: taken }] : []),
  ]
}

/**
 * Whether a release could be deployed to a host, by what anybody can see of it.
 * @returns each reason why not; none where it could
 */
export const refusalsOf = ({ description, registry }: DeployedHost, built: BuiltRelease): Refusal[] => [
  ...incompatibilities(built.manifest.needs, description).map((found) => ({
    reason: found.reason,
    sentence: sentenceOf(found),
  })),
  ...refusedByRegistry(registry, built),
]

/** What a server says against a release besides, which nobody else can see. */
export async function furtherRefusals(
  found: readonly Refusal[],
  said: readonly ReleaseRefusal[],
): Promise<Refusal[]> {
  const { refusal: sentences } = (await releaseTexts.en()).default as {
    readonly refusal: Readonly<Record<string, string>>
  }
  return said
    .filter(({ reason }) => !found.some((one) => one.reason === reason))
    .map(({ reason, module, names }) => {
      const sentence = sentences[reason] ?? `${reason}: {{module}} {{names}}`
      return {
        reason,
        sentence: `${sentence.replace('{{module}}', module).replace('{{names}}', list(names))}.`,
      }
    })
}
