import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { type Duplex, PassThrough } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { errorCode, StartupError } from '../database/index.ts'
import { type Content, measuring, type Written } from '../storage/index.ts'
import { type Manifest, sumsName } from './manifest.ts'

/** Copies a content into a new file for our eyes only, by way of another stream, and measures what is written. */
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

/** What is opened to be copied; undefined where it has gone in the meantime. */
const openExisting = (path: string) =>
  open(path, 'r').catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return undefined
    throw error
  })

/** A folder that a backup is written into, each of its files once. */
export function newContents(folder: string, signal: AbortSignal | undefined) {
  const written = new Map<string, Written>()

  const write = async (path: string, content: Content, through?: Duplex): Promise<void> => {
    written.set(path, await writeNew(join(folder, path), content, { through, signal }))
  }

  const copy = async (from: string, path: string): Promise<void> => {
    const handle = written.has(path) ? undefined : await openExisting(from)
    if (handle) await write(path, handle.createReadStream()).finally(() => handle.close())
  }

  /** Copies what it does not have of a folder yet, but what is only being written there. */
  const copyFolder = async (from: string, path: string): Promise<void> => {
    const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch((error: unknown) => {
      if (errorCode(error) === 'ENOENT') return []
      throw error
    })
    for (const entry of entries) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && !/\.(part$|new-)/.test(relative(from, file))) {
        await copy(file, join(path, relative(from, file)))
      }
    }
  }

  /** Writes down the hashes of all. */
  const finish = async (): Promise<Pick<Manifest, 'holds' | 'sums'>> => {
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

/** @throws StartupError where a file of a backup does not have the hash that was written down */
export function checkHash(path: string, found: string, written: string | undefined): void {
  if (found !== written) throw new StartupError(`The backup is damaged: ${path} is not what was written.`)
}

/** @throws StartupError that names what is missing or damaged */
async function checkFile(folder: string, path: string, sha256: string): Promise<void> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(join(folder, path)), hash).catch((cause: Error) => {
    throw new StartupError(`The backup is not whole: ${path} cannot be read (${cause.message}).`, { cause })
  })
  checkHash(path, hash.digest('hex'), sha256)
}

/**
 * Reads all that a backup holds and compares it with the hashes that were written down.
 *
 * @param sums the hash of the file of hashes
 * @returns the hashes of its files, by their paths
 * @throws StartupError that names what is missing or damaged
 */
export async function checkContents(folder: string, sums: string): Promise<ReadonlyMap<string, string>> {
  await checkFile(folder, sumsName, sums)
  const lines = (await readFile(join(folder, sumsName), 'utf8')).split('\n').slice(0, -1)
  const hashes = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  for (const [path, sha256] of hashes) await checkFile(folder, path, sha256)
  return hashes
}

/** Copies a file of a backup to where the server has it. @returns the hash of what was copied */
export const copyBack = async (from: string, to: string): Promise<string> =>
  (await writeNew(to, createReadStream(from), {})).sha256
