import { access, cp, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { registryName, templateName } from '../html/index.ts'
import { type BuildTarget, buildApp, outputOf } from './build-app.ts'
import { withFileLock } from './file-lock.ts'
import { inParallel } from './parallel.ts'
import { publish, writeJson } from './publish.ts'
import { makeRegistry } from './registry.ts'
import { makeTemplate } from './template.ts'

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

/** Builds of one repository share its folders, so they take turns. */
const inTurn = <T>(root: string, build: () => Promise<T>, onWait: () => void): Promise<T> =>
  withFileLock(join(root, '.cache/build/lock'), build, onWait)

/**
 * Builds shell and remotes, each only if something it is made of changed, and brings them into the
 * served folder `dist/web`: `shell/`, `remotes/<name>/` and `remotes.json`.
 * @param root the repository
 * @param onWait told once, where another build of the repository has to be waited for
 * @returns names of what was built
 */
export const buildSuite = (root: string, onWait: () => void = () => {}): Promise<string[]> =>
  inTurn(root, () => buildAll(root), onWait)

async function buildAll(root: string): Promise<string[]> {
  const apps = await browserApps(root)
  const targetOf = (app: string): BuildTarget => ({ root, folder: join('apps', app) })
  const web = join(root, 'dist/web')
  const built = await inParallel(apps, (app) => buildApp(targetOf(app)))
  const remotes = new Map(
    apps.filter((app) => app !== shellName).map((app) => [app, outputOf(targetOf(app))]),
  )
  for (const [name, output] of remotes) await publish(output, join(web, 'remotes', name))
  await publishPage(root, outputOf(targetOf(shellName)), web)
  await writeJson(join(web, registryName), await makeRegistry(remotes))
  return apps.filter((_, index) => built[index])
}

/**
 * Builds the page with the sign-in screens as one plain bundle into `dist/web-single`, for the page
 * benchmark to compare with.
 * @param root the repository
 * @param onWait told once, where another build of the repository has to be waited for
 */
export const buildSingle = (root: string, onWait: () => void = () => {}): Promise<void> =>
  inTurn(
    root,
    async () => {
      const target = { root, folder: 'bench/page/single', sources: ['apps/shell', 'apps/sign-in'] }
      await buildApp(target)
      await publishPlain(root, outputOf(target), join(root, 'dist/web-single'))
    },
    onWait,
  )

/**
 * Brings a page without remotes into a served folder laid out like `dist/web`, with the same document
 * and skeleton round it.
 * @param root the repository
 * @param built the build's folder
 * @param web the served folder
 */
export async function publishPlain(root: string, built: string, web: string): Promise<void> {
  await publishPage(root, built, web)
  await writeJson(join(web, registryName), { remotes: [] })
}

/** Publishes a page's own files, and after them the template that names them. */
async function publishPage(root: string, built: string, web: string): Promise<void> {
  const served = join(web, shellName)
  const shell = join(root, 'apps', shellName)
  // Files that are served under their own names, such as the pictures that the profile names.
  await cp(join(shell, 'public'), web, { recursive: true })
  await publish(built, served)
  await writeJson(
    join(served, templateName),
    await makeTemplate(join(shell, 'src/html'), built, `/${shellName}/`),
  )
}
