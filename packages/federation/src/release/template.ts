import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import type { ShellTemplate } from '../html/index.ts'
import { type EntryFiles, entryFilesName } from '../webpack/entry-files.ts'

const withoutIndent = (html: string): string => html.replace(/\n\s*/g, '')

/**
 * Makes the page's template of what a build put out and of the skeletons that the shell draws by hand.
 * @param html the folder with signed-out.html, signed-in.html and skeleton.css
 * @param built the build's folder
 * @param served the address under which the built files are served, ending in a slash
 */
export async function makeTemplate(html: string, built: string, served: string): Promise<ShellTemplate> {
  const files = JSON.parse(await readFile(join(built, entryFilesName), 'utf8')) as EntryFiles
  const at = (list: readonly string[]): string[] => list.map((file) => served + file)
  const read = async (name: string): Promise<string> =>
    withoutIndent(await readFile(join(html, name), 'utf8'))
  const css = transform({
    filename: 'skeleton.css',
    code: await readFile(join(html, 'skeleton.css')),
    minify: true,
  })
  return {
    scripts: at(files.scripts),
    styles: at(files.styles),
    texts: Object.fromEntries(Object.entries(files.texts).map(([language, list]) => [language, at(list)])),
    skeletons: { signedOut: await read('signed-out.html'), signedIn: await read('signed-in.html') },
    skeletonCss: Buffer.from(css.code).toString('utf8'),
  }
}
