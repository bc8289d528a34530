import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from 'lightningcss'
import type { ShellTemplate } from '../html/index.ts'
import { type EntryFiles, entryFilesName } from '../webpack/entry-files.ts'

const withoutIndent = (html: string): string => html.replace(/\n\s*/g, '')

/** Reads the list of entry files from a build. */
export const readEntryFiles = async (built: string): Promise<EntryFiles> =>
  JSON.parse(await readFile(join(built, entryFilesName), 'utf8'))

/**
 * Builds the page's template from the entry's files and the shell's hand-written skeletons.
 * @param html folder with signed-out.html, signed-in.html and skeleton.css
 * @param files files of the build's entry
 * @param served path under which the built files are served, ending in a slash
 */
export async function makeTemplate(html: string, files: EntryFiles, served: string): Promise<ShellTemplate> {
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
