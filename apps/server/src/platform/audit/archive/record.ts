import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AuditArchiveTable, SealRange } from '../../database/tables/audit.ts'
import { archiveKind, count, manifestFields } from '../../storage/archive/archive.ts'
import type { Seal } from '../seal.ts'

/** What the database keeps of a part of the trail that was archived, all of it signed; its manifest says the same. */
export type ArchiveRecord = Selectable<AuditArchiveTable>

const Manifest: z.ZodMiniType<ArchiveRecord> = z.object({
  ...manifestFields,
  fromBatch: count,
  toBatch: count,
  events: count,
  seals: z.object({
    whole: z.array(z.tuple([count, count])),
    parts: z.array(z.tuple([count, count])),
  }),
})

/** Archives of the trail, signed as seals are. */
export const auditArchives = archiveKind(
  Manifest,
  ({ name, fromBatch, toBatch, events, sha256, seals, archivedAt }) => [
    'atrium-audit-archive-1',
    name,
    fromBatch,
    toBatch,
    events,
    sha256,
    seals.whole,
    seals.parts,
    archivedAt,
  ],
)

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
