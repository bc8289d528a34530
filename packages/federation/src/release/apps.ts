import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { exists } from './build-app.ts'

/** Name of the host's app. */
export const shellName = 'shell'

/** Lists the apps built for the browser, which are those with a webpack configuration. */
export async function browserApps(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'apps'))
  const built = await Promise.all(names.map((name) => exists(join(root, 'apps', name, 'webpack.config.ts'))))
  return names.filter((_, index) => built[index]).sort()
}

/** Lists the remotes of a repository. */
export const remotesOf = async (root: string): Promise<string[]> =>
  (await browserApps(root)).filter((name) => name !== shellName)
