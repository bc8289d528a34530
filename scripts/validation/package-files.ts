import { createHash } from 'node:crypto'
import { createReadStream, existsSync, readdirSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { CommandFailure } from '../command.ts'

/** Files of the folder that `pnpm package` assembled. */
export interface PackageFiles {
  /** Lines as `sha256sum` writes them, ordered by path. */
  readonly list: string
  /** SHA-256 of the list. */
  readonly hash: string
  readonly count: number
  /** Time at which the package was assembled, in milliseconds. */
  readonly assembledAt: number
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

async function hashOfFile(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/**
 * Returns the SHA-256 of every file of a package.
 * @throws CommandFailure if the folder is no package
 */
export async function hashPackage(folder: string): Promise<PackageFiles> {
  if (!existsSync(join(folder, 'bin/atrium')))
    throw new CommandFailure(
      `${folder} is not a package. Run pnpm package first, or name its folder with --package.`,
    )
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .toSorted()
  const lines: string[] = []
  for (const file of files) lines.push(`${await hashOfFile(join(folder, file))}  ${file}\n`)
  const list = lines.join('')
  return {
    list,
    hash: sha256(list),
    count: files.length,
    assembledAt: statSync(join(folder, 'package.json')).mtimeMs,
  }
}
