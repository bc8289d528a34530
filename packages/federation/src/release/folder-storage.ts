import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReleaseStorage } from './storage.ts'

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** Writes a complete file under a temporary name. @returns its path */
async function writeIncoming(file: string, content: Buffer): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const path = `${file}.${randomBytes(6).toString('hex')}.incoming`
  await writeFile(path, content, { flush: true })
  return path
}

/** Stores releases in a folder that a server serves. */
export const folderStorage = (folder: string): ReleaseStorage => ({
  name: folder,
  storesOneForm: false,
  read: (path) =>
    readFile(join(folder, path)).catch((cause: unknown) => {
      if (codeOf(cause) === 'ENOENT') return undefined
      throw cause
    }),
  create: async (path, { content }) => {
    const file = join(folder, path)
    const incoming = await writeIncoming(file, content)
    try {
      // Unlike a rename, a link never replaces a file.
      await link(incoming, file)
      return true
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false
      throw cause
    } finally {
      await rm(incoming, { force: true })
    }
  },
  put: async (path, { content }) => {
    const file = join(folder, path)
    await rename(await writeIncoming(file, content), file)
  },
})
