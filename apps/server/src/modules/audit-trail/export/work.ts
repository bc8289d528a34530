import type { auditExport } from '@atrium/contract'
import type { ExportWork } from '../../../platform/export/export.ts'
import type { Filters } from '../search.ts'

/** Sources of an export of the trail. */
export interface TrailExport {
  readonly work: ExportWork<typeof auditExport>
  readonly filters: Filters
  /** Number of events. */
  readonly count: number
  /** Upper bound of the number of changed fields; at least one per event. */
  readonly maxChanges: number
  /** Name of the file without its extension. */
  readonly name: string
  /** Closes the snapshot. Called after the last event is read. */
  readonly finish: () => Promise<void>
}

/** Returns the time zone in which the reader sees times. */
export const zoneOf = ({ input, services }: TrailExport['work']): string =>
  input.timeZone || services.profile.timeZone
