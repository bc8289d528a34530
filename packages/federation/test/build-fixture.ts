import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { embedJson } from '../src/html/escape.ts'
import { pageElements } from '../src/page.ts'
import type { PageManifest } from '../src/registry/page-manifest.ts'
import type { Registry } from '../src/registry/schema.ts'
import { compileInChildProcess } from '../src/release/build-app.ts'

/**
 * Builds a fixture in the same way as an app of the suite.
 * @param inputs hash in the fixture's version, to build another version
 * @returns the output folder, which the next build of the fixture overwrites
 */
export async function buildFixture(name: 'host' | 'greeting' | 'copycat', inputs?: string): Promise<string> {
  const root = join(import.meta.dirname, '../fixtures', name)
  await compileInChildProcess(join(root, 'webpack.config.ts'), inputs)
  return join(root, 'dist/browser')
}

/** Renders a page with the scripts of a built host, a registry, and manifests by remote. */
export async function pageOf(
  built: string,
  served: string,
  registry: Registry,
  manifests: Readonly<Record<string, PageManifest>> = {},
): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(built, 'entry-files.json'), 'utf8')) as {
    scripts: string[]
  }
  const tags = scripts.map((script) => `<script defer src="${served}${script}"></script>`)
  const data = (id: string, value: unknown) =>
    `<script type="application/json" id="${id}">${embedJson(value)}</script>`
  const carried = data(pageElements.registry, registry) + data(pageElements.manifests, manifests)
  return `<!doctype html><title>Host</title>${carried}${tags.join('')}<div id="root"></div>`
}
