import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { compileInChildProcess } from '../src/release/build-app.ts'

/**
 * Builds one of the fixtures as the suite's apps are built.
 * @returns the folder of the built files
 */
export async function buildFixture(name: 'host' | 'greeting' | 'copycat'): Promise<string> {
  const root = join(import.meta.dirname, '../fixtures', name)
  await compileInChildProcess(join(root, 'webpack.config.ts'))
  return join(root, 'dist/browser')
}

/** A page with the scripts of a built host. */
export async function pageOf(built: string, served: string): Promise<string> {
  const { scripts } = JSON.parse(await readFile(join(built, 'entry-files.json'), 'utf8')) as {
    scripts: string[]
  }
  const tags = scripts.map((script) => `<script defer src="${served}${script}"></script>`)
  return `<!doctype html><title>Host</title>${tags.join('')}<div id="root"></div>`
}
