import { createHash } from 'node:crypto'
import { text } from 'node:stream/consumers'
import { type FileStore, MissingContent, readLines } from '../../storage/index.ts'
import type { ArchivedEvents, Position } from '../canonical.ts'
import { type ArchiveRecord, filesOf, parseManifest } from './record.ts'

/** What there is at a place of an archive. */
export async function findManifest(store: FileStore, name: string): Promise<ArchiveRecord | undefined> {
  try {
    return parseManifest(await text(await store.get(filesOf(name).manifest)))
  } catch (error) {
    if (error instanceof MissingContent) return undefined
    throw error
  }
}

/** Reads all of an archive. @returns what is wrong with it, in words that go behind its name; undefined where it is whole */
export async function faultOfArchive(
  store: FileStore,
  { name, events, sha256 }: ArchiveRecord,
): Promise<string | undefined> {
  const hash = createHash('sha256')
  let found = 0
  try {
    for await (const lines of readLines(store, filesOf(name).events)) {
      for (const line of lines) hash.update(line)
      found += lines.length
    }
  } catch (error) {
    if (error instanceof MissingContent) return 'its events are missing'
    return `it was changed or cut off (${(error as Error).message})`
  }
  if (found !== events) return `it has ${found} of ${events} events`
  return hash.digest('hex') === sha256 ? undefined : 'an event in it was changed'
}

interface Line extends Position {
  readonly text: string
}

const isBefore = (one: Position, other: Position): boolean =>
  one.batch === other.batch ? one.sequence < other.sequence : one.batch < other.batch

/** One archive that is read from its beginning to its end. */
class Reader {
  readonly #chunks: AsyncGenerator<string[], void, undefined>
  #lines: string[] = []
  #next = 0
  #head: Line | undefined

  constructor(store: FileStore, name: string) {
    this.#chunks = readLines(store, filesOf(name).events)
  }

  /** The line that is next; undefined behind the last one. */
  async head(): Promise<Line | undefined> {
    if (this.#head) return this.#head
    while (this.#next === this.#lines.length) {
      const { value, done } = await this.#chunks.next()
      if (done) return undefined
      this.#lines = value
      this.#next = 0
    }
    const text = this.#lines[this.#next] ?? ''
    const [sequence, batch] = JSON.parse(text) as [string, string]
    this.#head = { text, sequence: Number(sequence), batch: Number(batch) }
    return this.#head
  }

  take(): void {
    this.#head = undefined
    this.#next += 1
  }

  close(): Promise<unknown> {
    return this.#chunks.return()
  }
}

/** An archive and where it is. */
export interface PlacedArchive {
  readonly record: Pick<ArchiveRecord, 'name' | 'fromBatch'>
  readonly store: FileStore
}

/**
 * Reads archives together, in the order of the trail: where months meet, one has events between those of another. Each
 * is opened where its events begin.
 */
export function readTogether(
  archives: readonly PlacedArchive[],
): ArchivedEvents & { close: () => Promise<void> } {
  const waiting = archives.toSorted((one, other) => one.record.fromBatch - other.record.fromBatch)
  let open: Reader[] = []
  return {
    takeBefore: async (position) => {
      for (let [next] = waiting; next && next.record.fromBatch <= position.batch; [next] = waiting) {
        open.push(new Reader(next.store, next.record.name))
        waiting.shift()
      }
      let first: { readonly reader: Reader; readonly line: Line } | undefined
      for (const reader of open) {
        const line = await reader.head()
        if (!line) open = open.filter((other) => other !== reader)
        else if (!first || isBefore(line, first.line)) first = { reader, line }
      }
      if (!first || !isBefore(first.line, position)) return undefined
      first.reader.take()
      return first.line.text
    },
    close: async () => {
      for (const reader of open) await reader.close()
    },
  }
}
