import { join } from 'node:path'
import { developedApp, startDevelopmentServer } from './server.ts'

export interface RemoteOptions {
  /** The repository's folder. */
  readonly root: string
  /** The remote's name, which is that of its folder. */
  readonly name: string
  /** Port on 127.0.0.1; 0 for any free one. */
  readonly port: number
  /** Origin of the deployed suite, the only one that may load the build. */
  readonly suite: string
}

/**
 * Builds one remote for a suite that is deployed elsewhere, and rebuilds it whenever a file is saved. Pages reload
 * then, as the React of a release has no fast refresh.
 * @returns the origin that serves it
 */
export async function startDevelopedRemote({ root, name, port, suite }: RemoteOptions): Promise<string> {
  const app = await developedApp(join(root, 'apps', name))
  const server = await startDevelopmentServer({ apps: [app], port, origins: [suite], keepsPage: false })
  await server.build(name)
  return server.origin
}
