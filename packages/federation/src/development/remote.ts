import { join } from 'node:path'
import { developedApp, startDevelopmentServer } from './server.ts'

export interface RemoteOptions {
  /** The repository. */
  readonly root: string
  /** The remote's name, which is that of its folder. */
  readonly name: string
  /** Port on 127.0.0.1; 0 takes any free one. */
  readonly port: number
  /** The origin of the deployed suite, the only one whose pages get it. */
  readonly suite: string
}

/**
 * Builds one remote and again whenever a file is saved, for a suite that is deployed elsewhere: its pages are loaded
 * again then, since the React of a release cannot take in what has changed.
 * @returns the origin that serves it
 */
export async function startDevelopedRemote({ root, name, port, suite }: RemoteOptions): Promise<string> {
  const app = await developedApp(join(root, 'apps', name))
  const server = await startDevelopmentServer({ apps: [app], port, origins: [suite], keepsPage: false })
  await server.build(name)
  return server.origin
}
