import { HostDescription, hostDescriptionName } from '../registry/compatibility.ts'
import type { Registry } from '../registry/schema.ts'
import { ReleaseFailure } from './failure.ts'
import { parseFile } from './parse-file.ts'
import type { Place } from './place.ts'
import { parseRegistry, registryFile } from './static-registry.ts'

/** A host as anybody sees it: what it offers to remotes, and which there are. */
export interface DeployedHost {
  readonly description: HostDescription
  readonly registry: Registry
}

const parseDescription = (name: string, content: Buffer | string): HostDescription =>
  parseFile(
    HostDescription,
    { name, is: 'description of a host as this version of the command knows it' },
    content,
  )

async function download(address: string): Promise<string> {
  const response = await fetch(address, { signal: AbortSignal.timeout(30_000) }).catch((cause: Error) => {
    throw new ReleaseFailure(`${address} cannot be reached: ${cause.cause ?? cause.message}.`)
  })
  if (response.ok) return response.text()
  throw new ReleaseFailure(
    `${address} answers HTTP ${response.status}: is it the address of a running Atrium?`,
  )
}

const below = (address: string, path: string): string => `${address.replace(/\/+$/, '')}/${path}`

/** The registry of a server of Atrium's, as anybody sees it. @param address of its page */
export async function readServerRegistry(address: string): Promise<Registry> {
  const file = below(address, registryFile)
  return parseRegistry(file, await download(file))
}

/** The description and the registry of a server of Atrium's. @param address of its page */
export async function readServer(address: string): Promise<DeployedHost> {
  const description = below(address, `shell/${hostDescriptionName}`)
  return {
    description: parseDescription(description, await download(description)),
    registry: await readServerRegistry(address),
  }
}

/** The registry of a static host, in its place. */
export const readPlaceRegistry = async (place: Place): Promise<Registry> =>
  parseRegistry(`${place.name}/${registryFile}`, await place.read(registryFile))

/** The same of a static host, in its place. */
export async function readPlace(place: Place): Promise<DeployedHost> {
  const description = await place.read(hostDescriptionName)
  if (!description)
    throw new ReleaseFailure(
      `${place.name} has no ${hostDescriptionName}, which says what can run there: copy it from shell/ of the build of the ` +
        'shell that is deployed, or name a server of Atrium’s by --host.',
    )
  return {
    description: parseDescription(`${place.name}/${hostDescriptionName}`, description),
    registry: await readPlaceRegistry(place),
  }
}
