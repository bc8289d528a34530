import { createHash, type Hash, type KeyObject } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { counted } from '../texts/counted.ts'
import { type ArchivedEvents, hashArchived, type Position } from './canonical.ts'
import { sealOfLine } from './checkpoints.ts'
import { isKnownForm, isSigned, type Seal } from './seal.ts'
import {
  type ExportEnd,
  type ExportHeader,
  endLine,
  exportFormat,
  isSignedEnd,
  keyOfText,
  textOfKey,
} from './sealed-lines.ts'
import { isBound, type SignedEvent, signedEvent } from './signature.ts'
import { listFew } from './verify-checkpoints.ts'

/** Result of verifying an export. */
export interface ExportVerification {
  readonly header: ExportHeader | undefined
  /** The public key with which the export was verified. */
  readonly key: KeyObject | undefined
  /** Numbers of events: in the file, not sealed yet, and of seals whose hashes were computed again. */
  readonly events: number
  readonly waiting: number
  readonly recomputed: number
  /** Number of events with an electronic signature. */
  readonly signatures: number
  /** Numbers of seals: all of the file, and the complete ones, which have all of their events in it. */
  readonly seals: number
  readonly complete: number
  /** The faults, one line each; empty if the export is intact. */
  readonly faults: readonly string[]
}

/** Reads lines, each with its line break, from the beginning. */
type ReadLines = () => AsyncIterable<string> | Iterable<string>

/** Reads the lines of a file, each with its line break. The last line may lack it. */
async function* readFileLines(path: string): AsyncGenerator<string, void, undefined> {
  // Keeps every byte, so that a changed one changes the text.
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let rest = ''
  for await (const piece of createReadStream(path)) {
    const lines = (rest + decoder.decode(piece, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    for (const line of lines) yield `${line}\n`
  }
  rest += decoder.decode()
  if (rest !== '') yield rest
}

function parse(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}

/** An event of an export. */
interface Event extends Position {
  /** Number of its seal; '' if it was not sealed yet. */
  readonly seal: number | ''
  readonly form: number
  /** The line that its seal hashes. */
  readonly text: string
  /** The event with its electronic signature; undefined without one. */
  readonly signed: SignedEvent | undefined
}

function eventOf(line: unknown): Event | undefined {
  if (!Array.isArray(line)) return undefined
  const [seal, form, ...columns] = line
  const [sequence, batch] = [Number(columns[0]), Number(columns[1])]
  return { seal, form, sequence, batch, text: `${JSON.stringify(columns)}\n`, signed: signedIn(columns) }
}

/** Finds the electronic signature of an event, given its columns; undefined if it has none. */
function signedIn(columns: readonly unknown[]): SignedEvent | undefined {
  const [, , id, , actorId, , tenantId, call, entity, entityId, before, after, reason] = columns.map(
    (column) => (column === null ? null : String(column)),
  )
  if (!id || !after?.includes('"signature"')) return undefined
  return signedEvent({
    ...{ id, actorId: actorId ?? null, tenantId: tenantId ?? '', call: call ?? '', entity: entity ?? '' },
    ...{
      entityId: entityId ?? '',
      before: parse(before ?? 'null'),
      after: parse(after),
      reason: reason ?? '',
    },
  })
}

const isHeader = (line: unknown): line is ExportHeader => {
  const { format, publicKey } = (line ?? {}) as Partial<ExportHeader>
  return format === exportFormat && typeof publicKey === 'string'
}

/** Returns the last line of an export; undefined for any other line, or if it is not exactly as written. */
function endOf(line: unknown, text: string): ExportEnd | undefined {
  if (typeof line !== 'object' || line === null || !('sha256' in line)) return undefined
  const end = line as ExportEnd
  const isExact =
    typeof end.signature === 'string' &&
    Buffer.from(end.signature, 'base64url').toString('base64url') === end.signature
  return isExact && endLine(end) === text ? end : undefined
}

/** A seal of an export, with the number of its events in the file. */
interface FoundSeal {
  readonly seal: Seal
  found: number
}

/** State of reading an export. */
class Reading {
  key: KeyObject | undefined
  readonly #hash: Hash = createHash('sha256')
  readonly seals = new Map<number, FoundSeal>()
  header: ExportHeader | undefined
  events = 0
  waiting = 0
  signatures = 0
  #lines = 0
  #end: ExportEnd | undefined
  #sha256 = ''
  /** Numbers of the lines with faults. */
  readonly #strange: number[] = []
  readonly #unsigned: number[] = []
  readonly #outside: number[] = []
  readonly #unbound: number[] = []

  constructor(key: KeyObject | undefined) {
    this.key = key
  }

  #addHeader(header: ExportHeader): void {
    this.header = header
    this.key ??= keyOfText(header.publicKey)
  }

  #addSeal(seal: Seal): void {
    if (!isKnownForm(seal) || !this.key || !isSigned(seal, this.key)) this.#unsigned.push(this.#lines)
    this.seals.set(seal.number, { seal, found: 0 })
  }

  #addEvent({ seal: number, form, batch, signed }: Event): void {
    this.events += 1
    if (signed) this.signatures += 1
    if (signed && !(this.key && isBound(signed, this.key))) this.#unbound.push(this.#lines)
    if (number === '') {
      this.waiting += 1
      return
    }
    const found = this.seals.get(number)
    if (found && found.seal.form === form && found.seal.fromBatch <= batch && batch <= found.seal.toBatch)
      found.found += 1
    else this.#outside.push(this.#lines)
  }

  add(text: string): void {
    this.#lines += 1
    const line = parse(text)
    const end = endOf(line, text)
    if (end && !this.#end) {
      this.#end = end
      this.#sha256 = this.#hash.digest('hex')
      return
    }
    if (this.#end) {
      this.#strange.push(this.#lines)
      return
    }
    this.#hash.update(text)
    const [event, seal] = [eventOf(line), sealOfLine(text)]
    if (this.#lines === 1 && isHeader(line)) this.#addHeader(line)
    else if (event) this.#addEvent(event)
    else if (seal) this.#addSeal(seal)
    else this.#strange.push(this.#lines)
  }

  /** Returns the faults of the file and of its lines. */
  faults(): string[] {
    const faults: string[] = []
    if (!this.header) faults.push('its first line is not the header of an export')
    else if (!this.key || this.header.publicKey !== textOfKey(this.key))
      faults.push('its first line names another key')
    if (!this.#end) faults.push('its last line is missing or was changed')
    else {
      if (!this.key || !isSignedEnd(this.#end, this.key))
        faults.push('its last line is not signed with this key')
      if (this.#end.sha256 !== this.#sha256) faults.push('a line was changed, added or removed')
      if (this.#end.events !== this.events)
        faults.push(`it has ${this.events} of ${counted(this.#end.events, 'event')}`)
    }
    for (const [lines, fault] of [
      [this.#strange, 'these lines are not lines of an export'],
      [this.#unsigned, 'these lines are seals that are not signed with this key'],
      [this.#outside, 'these lines are events that their seals do not cover'],
      [this.#unbound, 'these lines are events to which their electronic signatures do not belong'],
    ] as const)
      if (lines.length > 0) faults.push(`${fault}: ${listFew(lines)}`)
    return faults
  }
}

/** Returns events as an archive does. Sorts them, since an export may have any order. */
function inOrder(events: readonly Event[]): ArchivedEvents {
  const sorted = events.toSorted((one, other) => one.batch - other.batch || one.sequence - other.sequence)
  let next = 0
  return {
    takeBefore: async ({ batch, sequence }) => {
      const event = sorted[next]
      if (!event || event.batch > batch || (event.batch === batch && event.sequence >= sequence))
        return undefined
      next += 1
      return event.text
    },
  }
}

const isComplete = ({ seal, found }: FoundSeal): boolean => found === seal.events

/**
 * Hashes the events of the complete seals again. Reads the lines a second time, so that only the events of a few seals
 * are in memory at once.
 */
async function hashFaults(read: ReadLines, seals: ReadonlyMap<number, FoundSeal>): Promise<string[]> {
  const faults: string[] = []
  const collected = new Map<number, Event[]>()
  for await (const text of read()) {
    const event = eventOf(parse(text))
    const found = event && event.seal !== '' ? seals.get(event.seal) : undefined
    if (!event || !found || !isComplete(found)) continue
    const { seal } = found
    const events = collected.get(seal.number) ?? []
    events.push(event)
    if (events.length < seal.events) {
      collected.set(seal.number, events)
      continue
    }
    collected.delete(seal.number)
    const hashed = await hashArchived({ ...seal, archived: inOrder(events) })
    if (hashed.events !== seal.events || hashed.hash !== seal.hash)
      faults.push(`seal ${seal.number}: an event was changed`)
  }
  return faults
}

/**
 * Verifies the lines of an export without the database: the signatures of the export and of its seals, and that each
 * event has its seal. The hash of a seal is verified if the export has all of its events.
 * @param key the deployment's public or signing key; by default the key in the export
 */
export async function verifyLines(read: ReadLines, key?: KeyObject): Promise<ExportVerification> {
  const reading = new Reading(key)
  for await (const line of read()) reading.add(line)
  const { header, events, waiting, signatures, seals } = reading
  const found = [...seals.values()]
  const complete = found.filter(isComplete)
  return {
    header,
    key: reading.key,
    events,
    waiting,
    signatures,
    recomputed: complete.reduce((sum, one) => sum + one.found, 0),
    seals: seals.size,
    complete: complete.length,
    faults: [
      ...reading.faults(),
      ...found
        .filter((one) => one.found > one.seal.events)
        .map(
          ({ seal, found }) =>
            `seal ${seal.number}: ${counted(found - seal.events, 'event was', 'events were')} added`,
        ),
      ...(await hashFaults(read, seals)),
    ],
  }
}

/** Verifies a file of sealed lines, as `verifyLines` does. */
export const verifySealedLines = (path: string, key?: KeyObject): Promise<ExportVerification> =>
  verifyLines(() => readFileLines(path), key)
