import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { withFileLock } from './file-lock.ts'
import type { Place } from './place.ts'

const codeOf = (cause: unknown): string =>
  cause instanceof Error && 'code' in cause ? String(cause.code) : ''

/** Writes a file whole, under a name of its own. @returns its path */
async function incoming(file: string, content: Buffer): Promise<string> {
  await mkdir(dirname(file), { recursive: true })
  const path = `${file}.${randomBytes(6).toString('hex')}.incoming`
  await writeFile(path, content, { flush: true })
  return path
}

async function replace(file: string, content: Buffer): Promise<void> {
  await rename(await incoming(file, content), file)
}

const read = (file: string): Promise<Buffer | undefined> =>
  readFile(file).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return undefined
    throw cause
  })

/** A folder: what a server or a static host serves as it lies. */
export const folderPlace = (folder: string): Place => ({
  name: folder,
  oneForm: false,
  read: (path) => read(join(folder, path)),
  create: async (path, { content }) => {
    const file = join(folder, path)
    const written = await incoming(file, content)
    try {
      // Unlike a rename it takes nothing's place.
      await link(written, file)
      return true
    } catch (cause) {
      if (codeOf(cause) === 'EEXIST') return false
      throw cause
    } finally {
      await rm(written, { force: true })
    }
  },
  put: (path, { content }) => replace(join(folder, path), content),
  change: async (path, change) => {
    const file = join(folder, path)
    const task = async () => replace(file, change(await read(file)))
    await withFileLock(join(folder, `.${path}.lock`), task, () => {})
  },
})
