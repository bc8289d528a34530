import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, type ReleaseManifest } from '../registry/manifest.ts'
import { isDevelopmentBuild, isManifest } from '../registry/remotes.ts'
import { Registry } from '../registry/schema.ts'
import type { ShellPage } from './render.ts'
import { ShellTemplate, templateName } from './template.ts'

/** File name of the registry in the served folder. */
export const registryName = 'remotes.json'

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/**
 * Reads the registry of the suite's own build, which the server merges with the registry in the database. Without a
 * build there are no remotes.
 * @param web the served folder, dist/web
 * @throws if the registry does not fit its schema, naming the field
 */
export async function readSuiteRegistry(web: string): Promise<Registry> {
  const file = join(web, registryName)
  return Registry.parse(existsSync(file) ? await readJson(file) : { remotes: [] })
}

/**
 * Reads the parts of the page at each request, so that they never name files of an earlier release. The files are
 * small and stay in the system's cache.
 * @param web the served folder, dist/web
 * @param registry the current registry
 * @param folders folders with releases, each in `<name>/<version>/`
 */
export async function readPage(
  web: string,
  registry: Registry,
  folders: readonly string[] = [join(web, 'remotes')],
): Promise<Pick<ShellPage, 'template' | 'registry' | 'manifests'>> {
  const manifests: Record<string, ReleaseManifest> = {}
  for (const { name, active, releases } of registry.remotes) {
    const release = releases[active]
    // Browsers fetch the manifests of other servers and of development builds themselves.
    if (!release?.manifest.startsWith('/') || isDevelopmentBuild(release)) continue
    const text = await readFirst(folders.map((folder) => join(folder, name, active, manifestName)))
    // The page trusts embedded manifests, so embed only the manifest that was released.
    if (text === undefined || integrityOf(text) !== release.integrity) continue
    const found: unknown = JSON.parse(text)
    if (isManifest(found)) manifests[name] = found
  }
  return {
    registry,
    manifests,
    template: ShellTemplate.parse(await readJson(join(web, 'shell', templateName))),
  }
}

const readFirst = async (files: readonly string[]): Promise<string | undefined> => {
  const file = files.find((one) => existsSync(one))
  return file && readFile(file, 'utf8').catch(() => undefined)
}
