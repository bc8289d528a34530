import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream } from 'node:fs'
import { type FileHandle, mkdir, open, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode, StartupError } from '../../platform/database/index.ts'
import { type Content, measuring, syncFolder, type Written } from '../../platform/storage/index.ts'
import { type Manifest, sumsName } from './manifest.ts'

/** Writes content to a new file that only this user can read, through an optional transform, and measures it. */
async function writeNew(
  file: string,
  content: Content,
  {
    through = new PassThrough(),
    signal,
  }: { readonly through?: Duplex | undefined; readonly signal?: AbortSignal | undefined },
): Promise<Written> {
  let written: (() => Written) | undefined
  const measure = (pieces: Content): Content => {
    const measured = measuring(pieces)
    written = measured.written
    return measured.content
  }
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true })
  await pipeline(content, through, measure, target, { signal })
  if (!written) throw new Error(`${file} was not measured`)
  return written()
}

/** Returns an error handler that returns a default value for these error codes and throws any other error. */
const unless =
  <Other>(codes: readonly string[], other: Other) =>
  (error: unknown): Other => {
    if (codes.includes(errorCode(error))) return other
    throw error
  }

/** Lists the files of a folder and its subfolders. Skips files that are still being written or were just removed. */
async function* filesOf(folder: string, isHalf: RegExp): AsyncGenerator<string, void, undefined> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(unless(['ENOENT'], []))
  for (const entry of entries) {
    if (isHalf.test(entry.name)) continue
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesOf(path, isHalf)
    else if (entry.isFile()) yield path
  }
}

/** Collects the files of a backup in a folder. Writes each path once. */
export function newContents(folder: string, signal: AbortSignal | undefined) {
  const written = new Map<string, Written>()

  const write = async (path: string, content: Content, through?: Duplex): Promise<void> => {
    written.set(path, await writeNew(join(folder, path), content, { through, signal }))
  }

  const copyOpened = async (path: string, opened: () => Promise<FileHandle | undefined>): Promise<void> => {
    const handle = written.has(path) ? undefined : await opened()
    if (handle) await write(path, handle.createReadStream()).finally(() => handle.close())
  }

  /** Copies a file, if it exists. */
  const copy = (from: string, path: string): Promise<void> =>
    copyOpened(path, () => open(from).catch(unless(['ENOENT'], undefined)))

  /** Copies the files of a folder that were not copied yet. Skips files that are still being written. */
  const copyFolder = async (from: string, path: string, isHalf: RegExp): Promise<void> => {
    // A listed file may be gone by now, or replaced by a link that leads out of the folder.
    const opened = (file: string) =>
      open(file, constants.O_RDONLY | constants.O_NOFOLLOW).catch(unless(['ENOENT', 'ELOOP'], undefined))
    for await (const file of filesOf(from, isHalf))
      await copyOpened(join(path, relative(from, file)), () => opened(file))
  }

  /** Checks that every written file still exists, since a clean-up of the temporary folder may have removed some. */
  const checkWhole = async (): Promise<void> => {
    for (const [path, { size }] of written) {
      const found = await stat(join(folder, path)).catch(unless(['ENOENT'], undefined))
      if (found?.size === size) continue
      throw new StartupError(
        `${path} in the backup was removed or changed during the backup. Run the command again.`,
      )
    }
  }

  /** Flushes the folder entries of all files to disk. The contents of the files are flushed already. */
  const syncFolders = async (): Promise<void> => {
    const folders = new Set<string>()
    for (const path of written.keys())
      for (let name = dirname(path); name !== '.'; name = dirname(name)) folders.add(name)
    for (const name of folders) await syncFolder(join(folder, name))
  }

  /** Writes the file of hashes. @throws StartupError if a written file is missing */
  const finish = async (): Promise<Pick<Manifest, 'holds' | 'sums'>> => {
    await checkWhole()
    await syncFolders()
    const paths = [...written.entries()].toSorted(([one], [other]) => (one < other ? -1 : 1))
    const list = paths.map(([path, { sha256 }]) => `${sha256}  ${path}\n`).join('')
    await writeFile(join(folder, sumsName), list, { mode: 0o600, flush: true })
    const holds: Record<string, { files: number; bytes: number }> = {}
    for (const [path, { size }] of paths) {
      const name = path.split('/', 1)[0] ?? path
      const { files, bytes } = holds[name] ?? { files: 0, bytes: 0 }
      holds[name] = { files: files + 1, bytes: bytes + size }
    }
    return { holds, sums: createHash('sha256').update(list).digest('hex') }
  }

  return { write, copy, copyFolder, finish }
}

/**
 * Compares a file's hash with the recorded one.
 * @throws StartupError if they differ
 */
export function checkHash(path: string, found: string, written: string | undefined): void {
  if (found !== written)
    throw new StartupError(
      `The backup is damaged: ${path} was changed after the backup was made. Use another backup.`,
    )
}

/**
 * Checks a file of a backup.
 * @throws StartupError if it is missing or damaged
 */
async function checkFile(folder: string, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash).catch((cause: Error) => {
    throw new StartupError(
      `The backup is incomplete: ${path} cannot be read (${cause.message}). Use another backup.`,
      { cause },
    )
  })
  checkHash(path, hash.digest('hex'), sha256)
}

/**
 * Reads a whole backup and compares it with the recorded hashes.
 *
 * @param sums the hash of the file of hashes
 * @returns the hashes of its files by path
 * @throws StartupError that names the first file that is missing or damaged
 */
export async function checkContents(folder: string, sums: string): Promise<ReadonlyMap<string, string>> {
  await checkFile(folder, sumsName, sums)
  const lines = (await readFile(join(folder, sumsName), 'utf8')).split('\n').slice(0, -1)
  const hashes = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const [path, sha256] of hashes) await checkFile(folder, path, sha256)
  return hashes
}

/** Copies a file of a backup to its target. @returns the SHA-256 of the copied bytes */
export const copyBack = async (from: string, to: string): Promise<string> =>
  (await writeNew(to, createReadStream(from), {})).sha256
