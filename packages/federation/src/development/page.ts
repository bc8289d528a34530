import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { registryName, templateName } from '../html/index.ts'
import { developmentVersion, manifestName } from '../registry/agreement.ts'
import { hostDescriptionName } from '../registry/compatibility.ts'
import type { Registry } from '../registry/schema.ts'
import { browserApps, shellName } from '../release/apps.ts'
import { writeJson } from '../release/publish.ts'
import { makeTemplate } from '../release/template.ts'
import { type EntryFiles, entryFilesName } from '../webpack/entry-files.ts'
import { type DevelopedApp, developedApp, startDevelopmentServer } from './server.ts'

/** The suite under development. */
interface DevelopedPage {
  /** Origin of all scripts. */
  readonly origin: string
  /** Folder that the suite's server serves instead of dist/web. */
  readonly webFolder: string
  readonly close: () => Promise<void>
}

export interface PageOptions {
  /** Root folder of the repository. */
  readonly root: string
  /** Port of the builds on 127.0.0.1; 0 for any free port. */
  readonly port: number
}

/** Returns the registry of the development builds. */
const registryOf = (apps: readonly DevelopedApp[], origin: string): Registry => ({
  remotes: apps
    .filter(({ name }) => name !== shellName)
    .map(({ name, routes }) => {
      const manifest = `${origin}/${name}/${manifestName}`
      const releases = { [developmentVersion]: { manifest, development: true as const } }
      return { name, routes: [...routes], active: developmentVersion, suite: developmentVersion, releases }
    }),
})

/**
 * Builds the shell, and each remote when it is first opened. Rebuilds them whenever a file is saved. Open pages
 * update without reloading.
 */
export async function startDevelopedPage({ root, port }: PageOptions): Promise<DevelopedPage> {
  const names = await browserApps(root)
  const apps = await Promise.all(names.map((name) => developedApp(join(root, 'apps', name))))
  const shell = join(root, 'apps', shellName)
  const server = await startDevelopmentServer({
    apps,
    port,
    origins: [],
    keepsPage: true,
  })
  const { origin } = server
  const webFolder = join(root, '.cache/development', new URL(origin).port)
  await mkdir(join(webFolder, shellName), { recursive: true })
  await cp(join(shell, 'public'), webFolder, { recursive: true })
  await server.build(shellName)
  const files = JSON.parse(await server.read(shellName, entryFilesName)) as EntryFiles
  const template = await makeTemplate(join(shell, 'src/html'), files, `${origin}/${shellName}/`)
  await writeJson(join(webFolder, shellName, templateName), template)
  const host = JSON.parse(await server.read(shellName, hostDescriptionName))
  await writeJson(join(webFolder, shellName, hostDescriptionName), host)
  await writeJson(join(webFolder, registryName), registryOf(apps, origin))
  return { origin, webFolder, close: server.close }
}
