import {
  type AuditFormat,
  type accessExport,
  type accessReviewExport,
  type auditExport,
  auditFormats,
  type InputOf,
  type unblindingExport,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { DownloadProgress, useDownloadProgress, useDownloads } from '@atrium/ui-kit/list'
import { useReportExportText } from './texts/index.ts'
import './report-export.css'

type Export = typeof auditExport | typeof accessExport | typeof accessReviewExport | typeof unblindingExport

interface Props<C extends Export> {
  readonly call: C
  /** Returns the request for a file of a format. */
  readonly inputOf: (format: AuditFormat) => InputOf<C>
  /** Name of the JSON Lines, if they are not events with their seals. */
  readonly jsonLines?: string
}

/** Exports what a list shows in a chosen format. A separate component, so that progress does not redraw the table. */
export function ReportExport<C extends Export>({ call, inputOf, jsonLines }: Props<C>) {
  const t = useReportExportText()
  const word = useContractText()
  const busy = t('running')
  const downloads = useDownloads({ done: t('done'), cancelled: t('cancelled'), busy })
  const isBusy = useDownloadProgress(downloads) !== undefined
  const items = auditFormats.map((format) => ({
    key: format,
    label: (format === 'jsonl' && jsonLines) || word(`auditTrail.formats.${format}`),
    disabledReason: isBusy ? busy : undefined,
    onChoose: () => void downloads.start(call, inputOf(format)),
  }))
  return (
    <div className="report-export">
      <MenuButton className="report-export-menu" label={t('choose')} items={items}>
        {t('action')}
      </MenuButton>
      <DownloadProgress downloads={downloads} label={() => busy} cancel={t('cancel')} />
    </div>
  )
}
