/**
 * `pnpm run checksums`: writes the checksum of each migration to a JSON file. The server compares applied migrations with
 * it, because a package has no sources.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../apps/server/src/platform/database/migrations')

/** Returns the SHA-256 of a text, independent of its line endings. */
const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('hex')

/** Returns the path of the file and its correct content. */
export function generatedChecksums(): { readonly file: string; readonly text: string } {
  const files = readdirSync(folder).filter((name) => /^\d{4}-.*\.ts$/.test(name))
  const checksums = files
    .sort()
    .map((name) => [name.slice(0, -3), checksumOf(readFileSync(join(folder, name), 'utf8'))])
  const text = `${JSON.stringify(Object.fromEntries(checksums), null, 2)}\n`
  return { file: join(folder, 'checksums.generated.json'), text }
}

if (import.meta.main) {
  const { file, text } = generatedChecksums()
  writeFileSync(file, text)
}
