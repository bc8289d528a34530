import { auditExport } from '@atrium/contract'
import { shownZone } from '@atrium/ui-kit/list'
import { ReportExport } from '../report-export/ReportExport.tsx'
import type { Values } from './filters.ts'
import { useAuditTrailText } from './texts/index.ts'

interface Props {
  /** Filters of the list. */
  readonly values: Values
}

/** Exports the events that match the filters. */
export function ExportTools({ values }: Props) {
  const t = useAuditTrailText()
  const texts = {
    ...{ action: t('export.action'), choose: t('export.choose'), done: t('export.done') },
    ...{ cancelled: t('export.cancelled'), running: t('export.running'), cancel: t('export.cancel') },
  }
  return (
    <ReportExport
      call={auditExport}
      inputOf={(format) => ({ ...values, timeZone: shownZone, format })}
      texts={texts}
    />
  )
}
