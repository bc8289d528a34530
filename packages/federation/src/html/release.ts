import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { integrityOf } from '../registry/integrity.ts'
import { manifestName, type ReleaseManifest } from '../registry/manifest.ts'
import { isDevelopmentBuild, isManifest } from '../registry/remotes.ts'
import { Registry } from '../registry/schema.ts'
import type { ShellPage } from './render.ts'
import { ShellTemplate, templateName } from './template.ts'

/** Name of the registry's file in the served folder. */
export const registryName = 'remotes.json'

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/**
 * Reads the registry that came with the suite's own build: whatever counts besides is laid over it.
 * @param web the served folder, dist/web; where nothing was built there are no remotes
 * @throws if the registry breaks its schema, naming what is wrong
 */
export async function readSuiteRegistry(web: string): Promise<Registry> {
  const file = join(web, registryName)
  return Registry.parse(existsSync(file) ? await readJson(file) : { remotes: [] })
}

/**
 * Reads what the page is made of. Called at each request for it, so that it never names a file of an earlier release;
 * the files are small and the system keeps them in memory.
 * @param web the served folder, dist/web
 * @param registry as it is now
 * @param folders where releases are, `<name>/<version>/` in each
 */
export async function readPage(
  web: string,
  registry: Registry,
  folders: readonly string[] = [join(web, 'remotes')],
): Promise<Pick<ShellPage, 'template' | 'registry' | 'manifests'>> {
  const manifests: Record<string, ReleaseManifest> = {}
  for (const { name, active, releases } of registry.remotes) {
    const release = releases[active]
    // The manifest of a remote of another server, or of one that somebody works on, is fetched by the browser.
    if (!release?.manifest.startsWith('/') || isDevelopmentBuild(release)) continue
    const text = await readFirst(folders.map((folder) => join(folder, name, active, manifestName)))
    // The page is believed what it brings along: the manifest that was released, or none.
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
