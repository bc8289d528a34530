import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { registryName, templateName } from '../html/index.ts'
import { browserApps, shellName } from './apps.ts'
import { type BuildTarget, buildApp, isThere, outputOf } from './build-app.ts'
import { embedScriptName, makeEmbedScript } from './embed.ts'
import { withFileLock } from './file-lock.ts'
import { inParallel } from './parallel.ts'
import { publish, publishRelease, writeJson, writeWhole } from './publish.ts'
import { makeRegistry } from './registry.ts'
import { makeTemplate, readEntryFiles } from './template.ts'

/** Builds of one repository share its folders, so they take turns. */
const inTurn = <T>(root: string, build: () => Promise<T>, onWait: () => void): Promise<T> =>
  withFileLock(join(root, '.cache/build/lock'), build, onWait)

/**
 * Builds shell and remotes, each only if something it is made of changed, and brings them into the
 * served folder `dist/web`: `shell/`, `remotes/<name>/<version>/` and `remotes.json`.
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
  const embed: BuildTarget = { root, folder: 'apps/shell/embed', sources: ['apps/shell/src'] }
  const targets = [...apps.map(targetOf), ...((await isThere(join(root, embed.folder))) ? [embed] : [])]
  const built = await inParallel(targets, buildApp)
  const remotes = apps.filter((app) => app !== shellName).map((app) => outputOf(targetOf(app)))
  for (const output of remotes) await publishRelease(output, web)
  await publishPage(root, outputOf(targetOf(shellName)), web)
  if (targets.includes(embed)) await publishEmbed(root, outputOf(embed), web)
  await writeJson(join(web, registryName), await makeRegistry(remotes))
  return targets.filter((_, index) => built[index]).map(({ folder }) => folder.replace('apps/', ''))
}

/** Publishes the host for other people's pages, and after its files the script that names them. */
async function publishEmbed(root: string, built: string, web: string): Promise<void> {
  await publish(built, join(web, 'embed'))
  const source = join(root, 'apps', shellName, 'src/embed/script.ts')
  await writeWhole(join(web, embedScriptName), await makeEmbedScript(source, built, '/embed/'))
}

/** The pages that are built without federation too: by their folder in `bench/page/single`, the remote that is in them. */
const singlePages = { 'sign-in': 'sign-in', tenants: 'system-admin' } as const

/**
 * Builds pages as one plain bundle each into `dist/web-single/<page>`, for the page benchmark to compare with.
 * @param root the repository
 * @param onWait told once, where another build of the repository has to be waited for
 */
export const buildSingle = (root: string, onWait: () => void = () => {}): Promise<void> =>
  inTurn(
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
    await makeTemplate(join(shell, 'src/html'), await readEntryFiles(built), `/${shellName}/`),
  )
}
