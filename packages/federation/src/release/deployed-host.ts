import type * as z from 'zod/mini'
import { HostDescription, hostDescriptionName } from '../registry/compatibility.ts'
import { Registry } from '../registry/schema.ts'
import { ReleaseFailure } from './failure.ts'

/** What an Atrium server publishes about itself: what its shell offers to remotes, and which remotes it has. */
export interface DeployedHost {
  readonly description: HostDescription
  readonly registry: Registry
}

/**
 * Downloads a JSON file from a server and validates it.
 * @param address address of the server's page
 * @throws ReleaseFailure naming the file and the problem
 */
async function download<Schema extends z.ZodMiniType>(
  address: string,
  path: string,
  schema: Schema,
): Promise<z.output<Schema>> {
  const url = `${address.replace(/\/+$/, '')}/${path}`
  const response = await fetch(url, { signal: AbortSignal.timeout(30_000) }).catch((cause: Error) => {
    throw new ReleaseFailure(`${url} cannot be reached: ${cause.cause ?? cause.message}.`)
  })
  if (!response.ok)
    throw new ReleaseFailure(
      `${url} returned HTTP ${response.status}. Check that ${address} is the address of a running Atrium.`,
    )
  const content: unknown = await response.json().catch(() => {
    throw new ReleaseFailure(`${url} is not valid JSON.`)
  })
  const { data, error } = schema.safeParse(content)
  if (!error) return data
  const [{ path: field = [], message = '' } = {}] = error.issues
  const reason = [field.join('.'), message].filter(Boolean).join(' ')
  throw new ReleaseFailure(
    `${url} has an unknown format (${reason}). Use the release commands of the deployed version.`,
  )
}

/**
 * Reads the public registry of a server.
 * @param address address of its page
 */
export const readServerRegistry = (address: string): Promise<Registry> =>
  download(address, 'remotes.json', Registry)

/**
 * Reads the host description and the public registry of a server.
 * @param address address of its page
 */
export const readServer = async (address: string): Promise<DeployedHost> => ({
  description: await download(address, `shell/${hostDescriptionName}`, HostDescription),
  registry: await readServerRegistry(address),
})
