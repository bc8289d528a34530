import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

const ignored = /(^|\/)(node_modules|dist)(\/|$)|\.test\.tsx?$/

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((file) => !ignored.test(file.slice(folder.length)))
    .sort()
}

/**
 * One hash over all that decides what a build puts out.
 * @param folders whose files count, tests and what was built or installed left out
 * @param files that count besides, the lockfile for instance
 */
export async function hashInputs(folders: readonly string[], files: readonly string[]): Promise<string> {
  const all = [...files, ...(await Promise.all(folders.map(filesOf))).flat()]
  const contents = await Promise.all(all.map((file) => readFile(file)))
  const hash = createHash('sha256').update(process.version)
  for (const [index, content] of contents.entries()) hash.update(`\0${all[index]}\0`).update(content)
  return hash.digest('hex')
}
