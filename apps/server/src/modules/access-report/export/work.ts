import type { AccessRow, accessExport } from '@atrium/contract'
import type { ExportWork } from '../../../platform/export/export.ts'
import type { Question } from '../query.ts'

/** Sources of an export of the report. */
export interface AccessExport {
  readonly work: ExportWork<typeof accessExport>
  readonly question: Omit<Question, 'limit' | 'offset'>
  readonly rows: readonly AccessRow[]
  readonly count: number
  /** Whether rows are left out because the reader is blinded. */
  readonly isPartial: boolean
  /** Instant of the report. */
  readonly time: string
}
