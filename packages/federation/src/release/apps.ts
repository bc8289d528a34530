import { access, readdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Name of the app that is the host. */
export const shellName = 'shell'

/** The apps that are built for the browser: those with a webpack configuration. */
export async function browserApps(root: string): Promise<string[]> {
  const names = await readdir(join(root, 'apps'))
  const built = await Promise.all(
    names.map((name) =>
      access(join(root, 'apps', name, 'webpack.config.ts')).then(
        () => true,
        () => false,
      ),
    ),
  )
  return names.filter((_, index) => built[index]).sort()
}
