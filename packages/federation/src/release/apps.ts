import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isThere } from './build-app.ts'

/** Name of the app that is the host. */
export const shellName = 'shell'

/** The apps that are built for the browser: those with a webpack configuration. */
export async function browserApps(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'apps'))
  const built = await Promise.all(names.map((name) => isThere(join(root, 'apps', name, 'webpack.config.ts'))))
  return names.filter((_, index) => built[index]).sort()
}

/** The remotes of a repository. */
export const remotesOf = async (root: string): Promise<string[]> =>
  (await browserApps(root)).filter((name) => name !== shellName)
