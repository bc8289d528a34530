import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { registryName, templateName } from '../html/index.ts'
import { browserApps, shellName } from './apps.ts'
import { type BuildTarget, buildApp, exists, outputOf } from './build-app.ts'
import { embedScriptName, makeEmbedScript } from './embed.ts'
import { withFileLock } from './file-lock.ts'
import { inParallel } from './parallel.ts'
import { publish, publishRelease, writeJson, writeWhole } from './publish.ts'
import { makeRegistry } from './registry.ts'
import { makeTemplate, readEntryFiles } from './template.ts'

/**
 * Builds of one repository share its folders, so only one may run at a time.
 * @param onWait called once if another build of the repository is running
 */
export const withBuildLock = <T>(root: string, build: () => Promise<T>, onWait: () => void): Promise<T> =>
  withFileLock(join(root, '.cache/build/lock'), build, onWait)

/**
 * Builds the shell and those remotes whose inputs changed, and publishes them to `dist/web`: `shell/`,
 * `remotes/<name>/<version>/` and `remotes.json`.
 * @param root the repository's folder
 * @param onWait called once if another build of the repository is running
 * @returns names of the apps that were built
 */
export const buildSuite = (root: string, onWait: () => void = () => {}): Promise<string[]> =>
  withBuildLock(root, () => buildAll(root), onWait)

async function buildAll(root: string): Promise<string[]> {
  const apps = await browserApps(root)
  const targetOf = (app: string): BuildTarget => ({ root, folder: join('apps', app) })
  const web = join(root, 'dist/web')
  const embed: BuildTarget = { root, folder: 'apps/shell/embed', sources: ['apps/shell/src'] }
  const targets = [...apps.map(targetOf), ...((await exists(join(root, embed.folder))) ? [embed] : [])]
  const built = await inParallel(targets, buildApp)
  const remotes = apps.filter((app) => app !== shellName).map((app) => outputOf(targetOf(app)))
  for (const output of remotes) await publishRelease(output, web)
  await publishPage(root, outputOf(targetOf(shellName)), web)
  if (targets.includes(embed)) await publishEmbed(root, outputOf(embed), web)
  await writeJson(join(web, registryName), await makeRegistry(remotes))
  return targets.filter((_, index) => built[index]).map(({ folder }) => folder.replace('apps/', ''))
}

/** Publishes the host of embedding pages: its files first, then the script that names them. */
async function publishEmbed(root: string, built: string, web: string): Promise<void> {
  await publish(built, join(web, 'embed'))
  const source = join(root, 'apps', shellName, 'src/embed/script.ts')
  await writeWhole(join(web, embedScriptName), await makeEmbedScript(source, built, '/embed/'))
}

/**
 * Pages that are also built without federation: their folders in `bench/page/single`, and the remote that each page
 * contains.
 */
const singlePages = { 'sign-in': 'sign-in', tenants: 'system-admin' } as const

/**
 * Builds pages without federation into `dist/web-single/<page>`, with which the page benchmark compares.
 * @param root the repository's folder
 * @param onWait called once if another build of the repository is running
 */
export const buildSingle = (root: string, onWait: () => void = () => {}): Promise<void> =>
  withBuildLock(
    root,
    async () => {
      for (const [page, remote] of Object.entries(singlePages)) {
        const folder = join('bench/page/single', page)
        const target = { root, folder, sources: ['bench/page/single', 'apps/shell', join('apps', remote)] }
        await buildApp(target)
        await publishPlain(root, outputOf(target), join(root, 'dist/web-single', page))
      }
    },
    onWait,
  )

/**
 * Publishes a page without remotes to a folder laid out like `dist/web`, with the same document and skeleton.
 * @param root the repository's folder
 * @param built the build's folder
 * @param web the served folder
 */
export async function publishPlain(root: string, built: string, web: string): Promise<void> {
  await publishPage(root, built, web)
  await writeJson(join(web, registryName), { remotes: [] })
}

/** Publishes the files of a page, then the template that names them. */
async function publishPage(root: string, built: string, web: string): Promise<void> {
  const served = join(web, shellName)
  const shell = join(root, 'apps', shellName)
  // Copy files that keep their names, such as the pictures that the profile refers to.
  await cp(join(shell, 'public'), web, { recursive: true })
  await publish(built, served)
  await writeJson(
    join(served, templateName),
    await makeTemplate(join(shell, 'src/html'), await readEntryFiles(built), `/${shellName}/`),
  )
}
