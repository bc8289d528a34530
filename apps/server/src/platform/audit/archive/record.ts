import type { Selectable } from 'kysely'
import * as z from 'zod/mini'
import type { AuditArchiveTable, SealRange } from '../../database/tables/audit.ts'
import { archiveKind, count, manifestFields } from '../../storage/archive/archive.ts'
import type { Seal } from '../seal.ts'

/** The row of an archived partition. All fields are signed, and equal to those of the archive's manifest. */
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

/** Archives of the trail, with a signature each. */
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

/** Returns how many of a seal's events an archive contains. */
export function eventsOfSeal({ seals }: Pick<ArchiveRecord, 'seals'>, { number, events }: Seal): number {
  if (seals.whole.some(([from, to]) => from <= number && number <= to)) return events
  return seals.parts.find(([part]) => part === number)?.[1] ?? 0
}

/** Collects the seals whose events an archive contains, fully or in part. Seals must be added in order. */
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
