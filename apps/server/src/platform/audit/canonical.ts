import { createHash, type Hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../database/transaction.ts'
import { type Seal, sealForm } from './seal.ts'

/** An event as hashed for a seal. Every column is a text that is the same on every PostgreSQL server. */
export type EventColumns = Record<string, string | null>

/** Range of batches, both ends included. */
export interface BatchRange {
  readonly fromBatch: number
  readonly toBatch: number
}

interface FormRange extends BatchRange {
  /** Form of a seal, which determines the columns. */
  readonly form: number
}

/** Every column, in hashing order. */
const columns: readonly RawBuilder<unknown>[] = [
  sql`sequence::text`,
  sql`batch::text`,
  sql`id`,
  sql`to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`,
  sql`actor_id`,
  sql`actor_name`,
  sql`tenant_id`,
  sql`call`,
  sql`entity`,
  sql`entity_id`,
  sql`before::text`,
  sql`after::text`,
  sql`reason`,
  sql`request_id`,
  sql`address`,
  sql`user_agent`,
  sql`study_id`,
  sql`subjects::text`,
  sql`access::text`,
]

/** How many of the columns a seal of an earlier form hashes, by form. */
const earlierCounts: Readonly<Record<number, number>> = { 2: 14, 3: 18 }

/** Returns how many of the columns a seal hashes. */
const countOf = (form: number): number => earlierCounts[form] ?? columns.length

/** Returns the columns that a seal of this form hashes, to select them. */
export const columnsOf = (form: number): RawBuilder<unknown> => sql.join(columns.slice(0, countOf(form)))

/** Returns the newest form of seals. A database without the columns of a form has only seals of earlier ones. */
export const formOf = (seals: readonly Pick<Seal, 'form'>[]): number =>
  Math.min(sealForm, Math.max(...seals.map(({ form }) => form)))

/** Number of events read at once. A batch may have more. */
export const chunk = 5_000

/** Returns an event's line as a seal of this form hashes it. */
export const lineText = (line: EventColumns, form: number): string =>
  `${JSON.stringify(Object.values(line).slice(0, countOf(form)))}\n`

const every = sql`true`

/** The highest possible number of an event, which is the maximum of bigint. */
const lastSequence = (2n ** 63n - 1n).toString()

/**
 * Reads the events of a batch range in chunks, ordered by batch and number.
 * @param which condition on the events
 */
export async function* readEvents(
  trx: Trx,
  { fromBatch, toBatch, form }: FormRange,
  which: RawBuilder<unknown> = every,
): AsyncGenerator<readonly EventColumns[], void, undefined> {
  // Only values are hashed: including the column names would add a tenth to the time of a verification.
  const plain = trx.withoutPlugins()
  // PostgreSQL has no statistics on the newest batch and expects no events in it: it would sort all of them for each
  // chunk.
  await sql`set local enable_sort = off`.execute(trx)
  // This must stay the only lower bound. With `batch >=` beside it, PostgreSQL may start there and scan all rows in
  // between.
  let after = sql`${fromBatch - 1}::integer, ${lastSequence}::bigint`
  for (;;) {
    // The order uses the table's columns, which are numbers. Without the table's name, it would use the selected
    // texts.
    const { rows } = await sql<EventColumns>`
      select ${columnsOf(form)} from audit_event
      where (batch, sequence) > (${after}) and batch <= ${toBatch} and ${which}
      order by audit_event.batch, audit_event.sequence limit ${chunk}`.execute(plain)
    yield rows
    const last = rows.at(-1)
    if (rows.length < chunk || !last) return
    after = sql`${last.batch}::integer, ${last.sequence}::bigint`
  }
}

/** Position of an event in the trail. */
export interface Position {
  readonly batch: number
  readonly sequence: number
}

/** Events that were moved from the database to archives, in order. */
export interface ArchivedEvents {
  /** Returns the line of the next event before a position; undefined if there is none. */
  readonly takeBefore: (position: Position) => Promise<string | undefined>
}

/** Batches that are hashed together, after the hash of the previous seal. */
interface HashedBatches extends FormRange {
  readonly previousHash: string
  /** Events of these batches that are no longer in the database. */
  readonly archived?: ArchivedEvents | undefined
}

/** Number of hashed events, and the hash over them and over the hash of the previous seal. */
interface EventsHash {
  /** Number of hashed events. */
  readonly events: number
  /** SHA-256, hex. */
  readonly hash: string
}

/** Hashes the events of a range. Adds the archived events in order between the others. */
class RangeHash {
  readonly #range: HashedBatches
  readonly #hash: Hash
  #events = 0
  #number: string | null | undefined

  private constructor(range: HashedBatches) {
    this.#range = range
    this.#hash = createHash('sha256').update(`${range.previousHash}\n`)
  }

  static async begin(range: HashedBatches): Promise<RangeHash> {
    // Skip the archived events of earlier batches.
    while (await range.archived?.takeBefore({ batch: range.fromBatch, sequence: 0 }));
    return new RangeHash(range)
  }

  #addLine(line: string): void {
    this.#hash.update(line)
    this.#events += 1
  }

  async #addArchived(before: Position): Promise<void> {
    const { archived } = this.#range
    for (let line = await archived?.takeBefore(before); line; line = await archived?.takeBefore(before))
      this.#addLine(line)
  }

  /**
   * Adds an event. Skips a second event with the same number, since the two have no order: the count then shows the
   * fault.
   */
  async add(batch: number, line: EventColumns): Promise<void> {
    if (line.sequence === this.#number) return
    this.#number = line.sequence
    if (this.#range.archived) await this.#addArchived({ batch, sequence: Number(line.sequence) })
    this.#addLine(lineText(line, this.#range.form))
  }

  async end(): Promise<EventsHash> {
    await this.#addArchived({ batch: this.#range.toBatch + 1, sequence: 0 })
    return { events: this.#events, hash: this.#hash.digest('hex') }
  }
}

/**
 * Hashes the events of several ranges of batches, ordered by batch and number. Each hash covers the hash of the
 * previous seal, then one line of JSON per event.
 * @param ranges each range begins with the batch after the previous range
 * @param which condition on the events; all of them by default
 * @returns the hash of each range
 */
export async function hashEvents(
  trx: Trx,
  ranges: readonly HashedBatches[],
  which?: RawBuilder<unknown>,
): Promise<EventsHash[]> {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return []
  const hashes: EventsHash[] = []
  let hashed = await RangeHash.begin(first)
  let { toBatch } = first
  const goOn = async () => {
    hashes.push(await hashed.end())
    const next = ranges[hashes.length]
    if (next) [hashed, toBatch] = [await RangeHash.begin(next), next.toBatch]
  }
  const all = { fromBatch: first.fromBatch, toBatch: last.toBatch, form: formOf(ranges) }
  for await (const lines of readEvents(trx, all, which))
    for (const line of lines) {
      const batch = Number(line.batch)
      while (batch > toBatch) await goOn()
      await hashed.add(batch, line)
    }
  while (hashes.length < ranges.length) await goOn()
  return hashes
}

/** Hashes a range whose events are all archived. */
export const hashArchived = async (range: HashedBatches): Promise<EventsHash> =>
  (await RangeHash.begin(range)).end()

/** Counts of events in the database, to compare with the hashed events. */
interface BatchCounts {
  readonly events: number
  /** Number of batches without events. */
  readonly emptyBatches: number
}

/**
 * Counts the events of several ranges of batches without reading them.
 * @param ranges each range begins with the batch after the previous range
 * @returns the counts of each range
 */
export async function countEvents(trx: Trx, ranges: readonly BatchRange[]): Promise<BatchCounts[]> {
  const [first, last] = [ranges[0], ranges.at(-1)]
  if (!first || !last) return []
  const { rows } = await sql<{ position: number; events: number; filled: number }>`
    select width_bucket(batch, ${ranges.map(({ fromBatch }) => fromBatch)}::int[]) as position,
      count(*) as events, count(distinct batch) as filled
    from audit_event where batch between ${first.fromBatch} and ${last.toBatch} group by position`.execute(
    trx,
  )
  const found = new Map(rows.map(({ position, ...counts }) => [position, counts]))
  return ranges.map(({ fromBatch, toBatch }, index) => {
    const { events = 0, filled = 0 } = found.get(index + 1) ?? {}
    return { events, emptyBatches: toBatch - fromBatch + 1 - filled }
  })
}

/** Maximum number of events in a chain of several seals. */
const maxTogether = 50_000

/**
 * Groups seals with consecutive batches into chains, whose events are read at once. Most seals cover only a few
 * events.
 */
export function* chainsOf(seals: readonly Seal[]): Generator<readonly Seal[]> {
  let [chain, events]: [Seal[], number] = [[], 0]
  for (const seal of seals) {
    const last = chain.at(-1)
    if (last && (last.toBatch + 1 !== seal.fromBatch || events + seal.events > maxTogether)) {
      yield chain
      ;[chain, events] = [[], 0]
    }
    chain.push(seal)
    events += seal.events
  }
  if (chain.length > 0) yield chain
}
