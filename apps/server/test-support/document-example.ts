import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'

/**
 * Returns an example program from docs/integrators.md.
 * @throws Error if the page has no program of this name
 */
export async function documentExample(name: string): Promise<string> {
  const page = await readFile(resolve(import.meta.dirname, '../../../docs/integrators.md'), 'utf8')
  const code = new RegExp(`\`\`\`js ${name}\\n(.*?)\`\`\``, 's').exec(page)?.[1]
  if (code === undefined) throw new Error(`docs/integrators.md has no example ${name}`)
  return code
}
