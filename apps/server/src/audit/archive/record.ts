import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AuditArchiveTable, SealRange } from '../../database/tables/audit.ts'
import type { Seal } from '../seal.ts'

/** What the database keeps of a part of the trail that was archived, all of it signed; its manifest says the same. */
export type ArchiveRecord = Selectable<AuditArchiveTable>

/** A part of the trail, before it is signed. */
export type ArchiveContent = Omit<ArchiveRecord, 'signature'>

const count = z.int().check(z.nonnegative())

/** The file that says what an archive is. */
const Manifest = z.object({
  format: z.literal(1),
  name: z.string(),
  fromBatch: count,
  toBatch: count,
  events: count,
  sha256: z.string(),
  seals: z.object({
    whole: z.array(z.tuple([count, count])),
    parts: z.array(z.tuple([count, count])),
  }),
  signature: z.string(),
  archivedAt: z.iso.datetime(),
})

/** The names of an archive's files. */
export const filesOf = (name: string) => ({ events: `${name}.jsonl.gz`, manifest: `${name}.json` })

const text = ({ name, fromBatch, toBatch, events, sha256, seals, archivedAt }: ArchiveContent): Buffer =>
  Buffer.from(
    JSON.stringify([
      'atrium-audit-archive-1',
      name,
      fromBatch,
      toBatch,
      events,
      sha256,
      seals.whole,
      seals.parts,
      archivedAt.toISOString(),
    ]),
  )

/** Signs what an archive is, as seals are signed. */
export const signArchive = (content: ArchiveContent, key: KeyObject): ArchiveRecord => ({
  ...content,
  signature: sign(null, text(content), key).toString('base64url'),
})

export const isSignedArchive = (record: ArchiveRecord, key: KeyObject): boolean =>
  verify(null, text(record), createPublicKey(key), Buffer.from(record.signature, 'base64url'))

export const manifestOf = (record: ArchiveRecord): string =>
  `${JSON.stringify({ format: 1, ...record, archivedAt: record.archivedAt.toISOString() }, null, 2)}\n`

/** @returns what a manifest says, whoever has signed it; undefined where it is none */
export function parseManifest(json: string): ArchiveRecord | undefined {
  try {
    const { format: _, ...read } = Manifest.parse(JSON.parse(json))
    return { ...read, archivedAt: new Date(read.archivedAt) }
  } catch {
    return undefined
  }
}

/** How many of a seal's events an archive has. */
export function eventsOfSeal({ seals }: Pick<ArchiveRecord, 'seals'>, { number, events }: Seal): number {
  if (seals.whole.some(([from, to]) => from <= number && number <= to)) return events
  return seals.parts.find(([part]) => part === number)?.[1] ?? 0
}

/** Says of which seals an archive has all events, and of which some: it is told of each in their order. */
export function sealTally() {
  const whole: [from: number, to: number][] = []
  const parts: [number, number][] = []
  return {
    add: ({ number, events }: Pick<Seal, 'number' | 'events'>, found: number): void => {
      if (found === 0) return
      const last = whole.at(-1)
      if (found !== events) parts.push([number, found])
      else if (last?.[1] === number - 1) last[1] = number
      else whole.push([number, number])
    },
    seals: { whole: whole as readonly SealRange[], parts },
  }
}
