import { auditExport } from '@atrium/contract'
import { shownZone } from '@atrium/ui-kit/list'
import { ReportExport } from '../report-export/ReportExport.tsx'
import type { Values } from './filters.ts'

interface Props {
  /** Filters of the list. */
  readonly values: Values
}

/** Exports the events that match the filters. */
export const ExportTools = ({ values }: Props) => (
  <ReportExport call={auditExport} inputOf={(format) => ({ ...values, timeZone: shownZone, format })} />
)
