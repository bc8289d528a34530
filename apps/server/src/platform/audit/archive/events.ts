import { filesOf } from '../../storage/archive/archive.ts'
import { type FileStore, readLines } from '../../storage/index.ts'
import type { ArchivedEvents, Position } from '../canonical.ts'
import type { ArchiveRecord } from './record.ts'

interface Line extends Position {
  readonly text: string
}

const isBefore = (one: Position, other: Position): boolean =>
  one.batch === other.batch ? one.sequence < other.sequence : one.batch < other.batch

/** Reads one archive line by line. */
class Reader {
  readonly #chunks: AsyncGenerator<string[], void, undefined>
  #lines: string[] = []
  #next = 0
  #head: Line | undefined

  constructor(store: FileStore, name: string) {
    this.#chunks = readLines(store, filesOf(name).lines)
  }

  /** Returns the next line without consuming it; undefined at the end. */
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

/** An archive and its store. */
export interface LocatedArchive {
  readonly record: Pick<ArchiveRecord, 'name' | 'fromBatch'>
  readonly store: FileStore
}

/**
 * Merges archives in the order of the trail, since the events of two archives alternate around the end of a month.
 * Opens each archive when its first batch is reached.
 */
export function readTogether(
  archives: readonly LocatedArchive[],
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
