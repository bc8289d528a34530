import { constants } from 'node:fs'
import { access, type FileHandle, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { errorCode, StartupError } from '../database/index.ts'
import {
  type Content,
  checkKey,
  type FileStore,
  MissingContent,
  measuring,
  type Naming,
  StoreFailure,
} from './store.ts'

const ownerOnly = { folder: 0o700, file: 0o600 }

/** Throws a StoreFailure for an error of the file system, such as a full disk. */
const asFailure = (cause: unknown): never => {
  throw new StoreFailure('the file storage failed', { cause })
}

const asMissing = (cause: unknown): never => {
  if (errorCode(cause) === 'ENOENT') throw new MissingContent('the file does not exist', { cause })
  return asFailure(cause)
}

/** Flushes a folder's entries to disk, so that a new name survives a power failure. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}

async function writeAll(handle: FileHandle, content: Content): Promise<void> {
  for await (const piece of content) {
    for (let offset = 0; offset < piece.length; )
      offset += (await handle.write(piece, offset).catch(asFailure)).bytesWritten
  }
  await handle.sync().catch(asFailure)
}

/** Naming for random keys, which are spread over 256 folders. */
const spread: Naming = (key) => {
  checkKey(key)
  return join(key.slice(0, 2), key)
}

/**
 * Returns a store in a folder, with one file per key. Files are written under another name and then renamed.
 * @param folder is created if missing, for the server's own user only
 */
export function localStore(folder: string, naming: Naming = spread): FileStore {
  /** Returns the path of a key, and the path under which it is written first. */
  const placeOf = (key: string) => {
    const file = join(folder, naming(key))
    return { file, scratch: `${file}.part` }
  }
  return {
    put: async (key, content) => {
      const { file, scratch } = placeOf(key)
      const measured = measuring(content)
      await mkdir(dirname(file), { recursive: true, mode: ownerOnly.folder }).catch(asFailure)
      const handle = await open(scratch, 'wx', ownerOnly.file).catch(asFailure)
      try {
        await writeAll(handle, measured.content).finally(() => handle.close())
        await rename(scratch, file).catch(asFailure)
        await syncFolder(dirname(file)).catch(asFailure)
      } catch (error) {
        await rm(scratch, { force: true }).catch(() => undefined)
        throw error
      }
      return measured.written()
    },
    get: async (key) => (await open(placeOf(key).file, 'r').catch(asMissing)).createReadStream(),
    delete: async (key) => {
      const { file, scratch } = placeOf(key)
      for (const path of [file, scratch]) await rm(path, { force: true }).catch(asFailure)
    },
    isReachable: async () => {
      try {
        await mkdir(folder, { recursive: true, mode: ownerOnly.folder })
        await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
        return true
      } catch (error) {
        throw new StartupError(
          `FILES_DIR ${folder} cannot be used (${errorCode(error)}): set it to a folder that the server's user can write to.`,
        )
      }
    },
  }
}
