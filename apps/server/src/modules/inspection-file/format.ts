import { createHash, type KeyObject, sign } from 'node:crypto'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { around, ends, partTags, signedText } from '../../platform/audit/index.ts'
import page from './page/page.generated.json' with { type: 'json' }

/** A part of a file: its name, and its text in chunks. */
export interface Part {
  readonly name: string
  readonly text: AsyncIterable<string> | Iterable<string>
}

/** Compresses text. @returns base64 in chunks, without line breaks */
async function* packed(text: Part['text']): AsyncGenerator<string, void, undefined> {
  let rest: Buffer = Buffer.alloc(0)
  for await (const chunk of Readable.from(text).compose(createGzip())) {
    const bytes = Buffer.concat([rest, chunk as Buffer])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    yield bytes.toString('base64', 0, whole)
  }
  yield rest.toString('base64')
}

async function* content(parts: AsyncIterable<Part>): AsyncGenerator<string, void, undefined> {
  yield `${around.before}${ends.first}${page.head}`
  for await (const { name, text } of parts) {
    yield partTags.before(name)
    yield* packed(text)
    yield partTags.after
  }
  yield `${page.script}<!--`
}

/**
 * Writes a file that verifies itself: a page with the parts, and a signature over every byte before it.
 * @param key the deployment's signing key
 */
export async function* signedFile(
  parts: AsyncIterable<Part>,
  key: KeyObject,
): AsyncGenerator<string, void, undefined> {
  const hash = createHash('sha256')
  for await (const text of content(parts)) {
    hash.update(text)
    yield text
  }
  const signature = sign(null, Buffer.from(signedText(hash.digest('hex'))), key).toString('base64url')
  yield `${signature}${ends.last}${around.after}`
}
