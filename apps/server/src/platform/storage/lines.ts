import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { errorCode } from '../database/index.ts'
import type { FileStore } from './store.ts'

/** Writes lines of text as a compressed file. Replaces an existing file, even a half-written one. */
export async function writeLines(
  store: FileStore,
  name: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  await store.delete(name)
  const gzip = createGzip()
  const stopping = new AbortController()
  const put = store.put(name, gzip).catch((error: unknown) => {
    stopping.abort()
    throw error
  })
  // A failing store reports the reason, while the stream of lines only breaks off. If the lines fail, the store fails
  // with their error.
  const [fed, kept] = await Promise.allSettled([pipeline(lines, gzip, { signal: stopping.signal }), put])
  for (const outcome of [kept, fed]) if (outcome.status === 'rejected') throw outcome.reason
}

/** Error for a file that does not have the lines that were written: it was changed or cut off. */
export class BrokenLines extends Error {
  override readonly name = 'BrokenLines'
}

/** Returns whether an error is about the content of the file, and not about the access to it. */
const isOfContent = (error: unknown): boolean => {
  const code = errorCode(error)
  return code.startsWith('Z_') || code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
}

/**
 * Reads the lines of a compressed file in batches. Each line includes its line break.
 * @throws BrokenLines if they are not the lines that were written
 */
export async function* readLines(store: FileStore, name: string): AsyncGenerator<string[], void, undefined> {
  const gunzip = createGunzip()
  const fed = pipeline(await store.get(name), gunzip)
  // The reader gets the error first.
  fed.catch(() => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  try {
    for await (const piece of gunzip) {
      const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
      rest = lines.pop() ?? ''
      yield lines.map((line) => `${line}\n`)
    }
    rest += decoder.decode()
    await fed
  } catch (error) {
    throw isOfContent(error) ? new BrokenLines((error as Error).message, { cause: error }) : error
  }
  if (rest !== '') throw new BrokenLines('its last line is incomplete')
}

/** Writes a short text. Replaces an existing one. */
export async function writeText(store: FileStore, name: string, text: string): Promise<void> {
  await store.delete(name)
  await store.put(name, Readable.from([Buffer.from(text)]))
}
