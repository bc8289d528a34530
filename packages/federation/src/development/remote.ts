import { join } from 'node:path'
import { developedApp, startDevelopmentServer } from './server.ts'

export interface RemoteOptions {
  /** Root folder of the repository. */
  readonly root: string
  /** Name of the remote, which is also its folder's name. */
  readonly name: string
  /** Port on 127.0.0.1; 0 for any free port. */
  readonly port: number
  /** Origin of the deployed suite, the only one that may load the build. */
  readonly suite: string
}

/**
 * Builds one remote for a suite that is deployed elsewhere, and rebuilds it whenever a file is saved. Pages then
 * reload, because the React of a release has no Fast Refresh.
 * @returns the origin that serves the build
 */
export async function startDevelopedRemote({ root, name, port, suite }: RemoteOptions): Promise<string> {
  const app = await developedApp(join(root, 'apps', name))
  const server = await startDevelopmentServer({ apps: [app], port, origins: [suite], keepsPage: false })
  await server.build(name)
  return server.origin
}
