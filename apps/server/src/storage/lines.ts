import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import type { FileStore } from './store.ts'

/** Writes lines of text as a compressed file; what was left half-written there is replaced. */
export async function writeLines(
  store: FileStore,
  name: string,
  lines: AsyncIterable<string>,
): Promise<void> {
  await store.delete(name)
  const gzip = createGzip()
  await Promise.all([pipeline(lines, gzip), store.put(name, gzip)])
}

/** The lines of a compressed file, each with its end, some at a time. */
export async function* readLines(store: FileStore, name: string): AsyncGenerator<string[], void, undefined> {
  const gunzip = createGunzip()
  const fed = pipeline(await store.get(name), gunzip)
  // Whoever reads finds it broken first.
  fed.catch(() => {})
  const decoder = new TextDecoder('utf-8', { fatal: true })
  let rest = ''
  for await (const piece of gunzip) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    yield lines.map((line) => `${line}\n`)
  }
  if (rest !== '') throw new Error('its last line has no end')
  await fed
}

/** Writes a short text; what was there is replaced. */
export async function writeText(store: FileStore, name: string, text: string): Promise<void> {
  await store.delete(name)
  await store.put(name, Readable.from([Buffer.from(text)]))
}
