import { Fault, isSigned, type PublicKey, requireAll, sha256 } from './proof.ts'

/** A seal of the trail, as its line in the file says. */
interface Seal {
  readonly form: number
  readonly number: number
  readonly fromBatch: number
  readonly toBatch: number
  readonly emptyBatches: number
  readonly events: number
  readonly total: number
  readonly hash: string
  readonly previousHash: string
  readonly sealedAt: string
  readonly signature: string
}

/** An event as its seal hashes it. */
export interface SealedEvent {
  /** Number of its seal; '' if it was not sealed yet. */
  readonly seal: number | ''
  readonly form: number
  readonly columns: readonly (string | null)[]
}

/** The sealed lines of a file, and what they prove. */
export interface ProvenTrail {
  readonly events: ReadonlyMap<string, SealedEvent>
  /** Numbers of the seals that have all of their events in the file. */
  readonly complete: ReadonlySet<number>
  readonly seals: number
  /** Number of electronic signatures. */
  readonly signatures: number
}

/** Columns of an event by position. */
export const columnAt = {
  ...{ sequence: 0, batch: 1, id: 2, at: 3, actorId: 4, actorName: 5, tenantId: 6, call: 7, entity: 8 },
  ...{ entityId: 9, before: 10, after: 11, reason: 12, address: 14, studyId: 16 },
} as const

const sealText = (seal: Seal): string => {
  const { form, number, fromBatch, toBatch, events, emptyBatches, total, hash, previousHash, sealedAt } = seal
  return JSON.stringify([
    ...[`atrium-audit-${form}`, number, fromBatch, toBatch, events, emptyBatches, total, hash],
    ...[previousHash, sealedAt],
  ])
}

/** Returns JSON with sorted names, as an electronic signature hashes it. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join()}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value).filter(([, inner]) => inner !== undefined)
  const sorted = fields.toSorted(([one], [other]) => (one < other ? -1 : 1))
  return `{${sorted.map(([name, inner]) => `${JSON.stringify(name)}:${canonical(inner)}`).join()}}`
}

/** Returns whether the electronic signature of an event belongs to what the event records. */
async function isBound({ columns }: SealedEvent, key: PublicKey): Promise<boolean> {
  const column = (position: number) => columns[position] ?? ''
  const { signature, ...rest } = JSON.parse(column(columnAt.after))
  const { proof, ...facts } = signature
  const record = {
    tenantId: column(columnAt.tenantId),
    call: column(columnAt.call),
    entity: column(columnAt.entity),
    entityId: column(columnAt.entityId),
    actorId: columns[columnAt.actorId] ?? null,
    before: JSON.parse(columns[columnAt.before] ?? 'null'),
    after: Object.keys(rest).length === 0 ? null : rest,
    reason: column(columnAt.reason),
    contentHash: signature.contentHash,
  }
  return (
    signature.algorithm === 'sha256' &&
    signature.hash === (await sha256(canonical(record))) &&
    (await isSigned(key, proof, `atrium-signature-1 ${column(columnAt.id)} ${canonical(facts)}`))
  )
}

/** Returns whether an event has an electronic signature. */
const hasSignature = ({ columns }: SealedEvent): boolean => {
  const after = columns[columnAt.after]
  if (!after?.includes('"signature"')) return false
  return typeof JSON.parse(after)?.signature?.proof === 'string'
}

/** Returns whether the events of a seal are exactly those that it sealed. */
async function isWhole({ previousHash, hash }: Seal, events: readonly SealedEvent[]): Promise<boolean> {
  const place = ({ columns }: SealedEvent, column: number) => Number(columns[column])
  const sorted = events.toSorted(
    (one, other) =>
      place(one, columnAt.batch) - place(other, columnAt.batch) ||
      place(one, columnAt.sequence) - place(other, columnAt.sequence),
  )
  const lines = sorted.map(({ columns }) => `${JSON.stringify(columns)}\n`)
  return hash === (await sha256(`${previousHash}\n${lines.join('')}`))
}

/** Splits the lines into seals and events. */
function readLines(lines: readonly string[]) {
  const seals = new Map<number, { readonly seal: Seal; readonly events: SealedEvent[] }>()
  const events = new Map<string, SealedEvent>()
  for (const line of lines) {
    const read = JSON.parse(line)
    if (!Array.isArray(read)) {
      seals.set(read.number, { seal: read, events: [] })
      continue
    }
    const [number, form, ...columns] = read
    const event: SealedEvent = { seal: number, form, columns }
    events.set(columns[columnAt.id], event)
    if (number === '') continue
    const found = seals.get(number)
    const batch = Number(columns[columnAt.batch])
    if (!found || found.seal.form !== form || batch < found.seal.fromBatch || batch > found.seal.toBatch)
      throw new Fault('events')
    found.events.push(event)
  }
  return { seals, events }
}

/**
 * Verifies sealed lines: their own signature, the signature of each seal, the hash of each seal whose events are all
 * there, the chain of seals that follow each other, and each electronic signature.
 * @throws Fault if one is wrong
 */
export async function verifyTrail(text: string, key: PublicKey): Promise<ProvenTrail> {
  const lines = text.split('\n')
  const [header = '', last = ''] = [lines[0], lines.at(-2)]
  if (JSON.parse(header).publicKey !== key.text) throw new Fault('key')
  const end = JSON.parse(last)
  const hash = await sha256(text.slice(0, -last.length - 1))
  const signed = JSON.stringify([JSON.parse(header).format, end.events, end.sha256])
  if (end.sha256 !== hash || !(await isSigned(key, end.signature, signed))) throw new Fault('events')
  const { seals, events } = readLines(lines.slice(1, -2))
  if (events.size !== end.events) throw new Fault('events')
  const found = [...seals.values()]
  await requireAll(
    found.map(
      ({ seal }) =>
        () =>
          isSigned(key, seal.signature, sealText(seal)),
    ),
    'seals',
  )
  const complete = found.filter((each) => each.events.length === each.seal.events)
  if (found.some((each) => each.events.length > each.seal.events)) throw new Fault('events')
  await requireAll(
    complete.map((each) => () => isWhole(each.seal, each.events)),
    'events',
  )
  for (const { seal } of found) {
    const previous = seals.get(seal.number - 1)
    if (previous && previous.seal.hash !== seal.previousHash) throw new Fault('chain')
  }
  const signatures = [...events.values()].filter(hasSignature)
  await requireAll(
    signatures.map((event) => () => isBound(event, key)),
    'signatures',
  )
  return {
    events,
    complete: new Set(complete.map(({ seal }) => seal.number)),
    seals: seals.size,
    signatures: signatures.length,
  }
}
