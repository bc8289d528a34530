import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isManifest, type RemoteManifest } from '../registry/remotes.ts'
import { Registry } from '../registry/schema.ts'
import type { ShellPage } from './render.ts'
import { ShellTemplate, templateName } from './template.ts'

/** Name of the registry's file in the served folder. */
export const registryName = 'remotes.json'

const readJson = async (file: string): Promise<unknown> => JSON.parse(await readFile(file, 'utf8'))

/**
 * Reads what is released in the served folder now. Called at each request for the page, so that the
 * page never names a file of an earlier release; the files are small and the system keeps them in memory.
 * @param web the served folder, dist/web
 * @throws if the registry breaks its schema, naming what is wrong
 */
export async function readRelease(
  web: string,
): Promise<Pick<ShellPage, 'template' | 'registry' | 'manifests'>> {
  const registry = Registry.parse(await readJson(join(web, registryName)))
  const manifests: Record<string, RemoteManifest> = {}
  for (const { name, manifest } of registry.remotes) {
    // A remote of another server has its manifest fetched by the browser.
    const found = manifest.startsWith('/') && (await readJson(join(web, manifest)).catch(() => undefined))
    if (isManifest(found)) manifests[name] = found
  }
  return {
    registry,
    manifests,
    template: ShellTemplate.parse(await readJson(join(web, 'shell', templateName))),
  }
}
