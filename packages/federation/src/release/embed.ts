import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from '@swc/core'
import { integrityOf } from '../registry/integrity.ts'
import { readEntryFiles } from './template.ts'

/** Name of the script that embedding pages include. It never changes, so pages need no update for a new release. */
export const embedScriptName = 'embed.js'

const isPart = (file: string): boolean => /\.(js|css)$/.test(file)

/** Lists the host's files with their integrity. Pages run no other files. */
async function partsOf(built: string, served: string) {
  const { scripts, styles } = await readEntryFiles(built)
  const names = (await readdir(built)).filter(isPart).sort()
  const files = await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(built, name))
      return [name, { integrity: integrityOf(content) }] as const
    }),
  )
  return { folder: served, scripts, styles, files: Object.fromEntries(files) }
}

/**
 * Builds embed.js: the shell's `src/embed/script.ts` without types, minified, with the list of the host's files.
 * @param source path of the script
 * @param built folder of the host's build
 * @param served path of that folder on the server, starting and ending with a slash
 */
export async function makeEmbedScript(source: string, built: string, served: string): Promise<string> {
  const parts = `const parts = ${JSON.stringify(await partsOf(built, served))};`
  const { code } = await transform(`${parts}\n${await readFile(source, 'utf8')}`, {
    filename: source,
    configFile: false,
    swcrc: false,
    isModule: true,
    minify: true,
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript' },
      minify: { compress: true, mangle: { toplevel: true }, module: true },
    },
  })
  // This is a classic script, so the function keeps its declarations out of the page's global scope.
  return `(()=>{${code.replace(/export\s*\{\s*\};?\s*$/, '')}})();\n`
}
