/**
 * `pnpm run checksums`: writes the checksum of each migration to the JSON that the server compares the applied ones
 * with, so that it needs no sources.
 */
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(import.meta.dirname, '../apps/server/src/platform/database/migrations')

/** SHA-256 of a text, whatever ends its lines. */
const checksumOf = (text: string): string =>
  createHash('sha256').update(text.replaceAll(/\r\n?/g, '\n')).digest('hex')

/** The file as it is to be. */
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
