import { createHash, type KeyObject, verify } from 'node:crypto'
import { open, readFile } from 'node:fs/promises'
import { gunzipSync } from 'node:zlib'
import { around, ends, fileFormat, partTags, signatureLength, signedText } from './inspection-layout.ts'
import { keyOfText, textOfKey } from './sealed-lines.ts'
import { listFew } from './verify-checkpoints.ts'
import { type ExportVerification, verifyLines } from './verify-sealed-lines.ts'

/** Result of verifying an inspection file. */
export interface InspectionVerification {
  readonly key: KeyObject | undefined
  readonly madeBy: string
  readonly madeAt: string
  /** Result for its sealed events; undefined if it has none. */
  readonly lines: ExportVerification | undefined
  /** The faults, one line each; empty if the file is intact. */
  readonly faults: readonly string[]
}

/** Returns whether a file is an inspection file, by its first bytes. */
export async function isInspectionFile(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(around.before.length), 0)
    return bytesRead > 3 && buffer.toString('utf8', 0, 4) === around.before.slice(0, 4)
  } finally {
    await handle.close()
  }
}

/** Returns a part of a file, decompressed; undefined if the file lacks it or it was changed. */
function partOf(text: string, name: string): string | undefined {
  const before = partTags.before(name)
  const from = text.indexOf(before)
  if (from < 0) return undefined
  const part = text.slice(from + before.length, text.indexOf(partTags.after, from))
  try {
    return gunzipSync(Buffer.from(part, 'base64')).toString('utf8')
  } catch {
    return undefined
  }
}

/** Reads the facts about a file, as far as they are there. */
function factsOf(text: string): Readonly<Record<'publicKey' | 'madeBy' | 'madeAt' | 'format', string>> {
  try {
    return JSON.parse(partOf(text, 'facts') ?? '{}')
  } catch {
    return { publicKey: '', madeBy: '', madeAt: '', format: '' }
  }
}

/**
 * Verifies an inspection file without the database and without a browser: the signature over all its bytes, and its
 * sealed events.
 * @param key the deployment's public or signing key; by default the key in the file
 */
export async function verifyInspectionFile(path: string, key?: KeyObject): Promise<InspectionVerification> {
  const bytes = await readFile(path)
  const text = bytes.toString('utf8')
  const tail = Buffer.from(ends.last + around.after)
  const end = bytes.length - tail.length
  const signature = bytes.toString('latin1', end - signatureLength, end)
  const { publicKey, madeBy, madeAt, format } = factsOf(text)
  const used = key ?? keyOfText(publicKey)
  const faults: string[] = []
  if (
    format !== fileFormat ||
    !text.startsWith(around.before + ends.first) ||
    !bytes.subarray(end).equals(tail)
  )
    faults.push('its layout is not that of an inspection file')
  if (used && publicKey !== textOfKey(used)) faults.push('it names another key')
  const signed = Buffer.from(
    signedText(
      createHash('sha256')
        .update(bytes.subarray(0, end - signatureLength))
        .digest('hex'),
    ),
  )
  const isCanonical = Buffer.from(signature, 'base64url').toString('base64url') === signature
  if (!used || !isCanonical || !verify(null, signed, used, Buffer.from(signature, 'base64url')))
    faults.push('its signature does not match: a byte was changed, or it is not signed with this key')
  const check = JSON.parse(partOf(text, 'check') ?? '{}')
  if (check.broken?.length > 0)
    faults.push(`when it was made, these seals were broken: ${listFew(check.broken)}`)
  const sealed = partOf(text, 'sealed')
  const lines =
    sealed === undefined ? undefined : await verifyLines(() => sealed.match(/[^\n]*\n|[^\n]+$/g) ?? [], used)
  return { key: used, madeBy, madeAt, lines, faults: [...faults, ...(lines?.faults ?? [])] }
}
