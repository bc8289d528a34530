import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { asFolderError, errorCode, hasDatabase, StartupError, scratchName } from '../database/index.ts'

/** Returns the file in a data folder that contains the deployment's secret. */
export const secretFileOf = (dataDir: string): string => join(dataDir, 'secret-key')

async function read(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return undefined
    const reason = error instanceof Error ? error.message : String(error)
    throw new StartupError(
      `The secret in ${file} cannot be read (${reason}): make the user who starts Atrium the owner of its folder, or set DATA_DIR.`,
    )
  }
}

/** Writes a complete file under a name that does not exist yet. If two processes start at once, one of them wins. */
async function create(file: string, secret: string): Promise<void> {
  const scratch = scratchName(file)
  const handle = await open(scratch, 'w', 0o600)
  try {
    await handle.writeFile(`${secret}\n`)
    await handle.sync()
    await link(scratch, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
  } finally {
    await handle.close()
    await rm(scratch)
  }
}

/**
 * Returns the secret of a deployment with an embedded database. The first start creates it, later starts read it.
 * Call this before the database is started.
 * @throws StartupError if there is a database whose secret is missing
 */
export async function secretOfFolder(dataDir: string): Promise<string> {
  const file = secretFileOf(dataDir)
  const known = await read(file)
  if (known) return known
  if (await hasDatabase(dataDir)) {
    throw new StartupError(
      `${file} is missing, and encrypted data in the database in ${dataDir} cannot be read without it: ` +
        'restore it from a backup, or set SECRET_KEY to its content.',
    )
  }
  try {
    await mkdir(dataDir, { recursive: true })
    await create(file, randomBytes(32).toString('base64url'))
  } catch (error) {
    throw asFolderError(error, dataDir)
  }
  return secretOfFolder(dataDir)
}
