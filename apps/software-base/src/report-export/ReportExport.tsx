import {
  type AuditFormat,
  type accessExport,
  type accessReviewExport,
  type auditExport,
  auditFormats,
  type InputOf,
} from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { DownloadProgress, useDownloadProgress, useDownloads } from '@atrium/ui-kit/list'
import './report-export.css'

type Export = typeof auditExport | typeof accessExport | typeof accessReviewExport

interface Props<C extends Export> {
  readonly call: C
  /** Returns the request for a file of a format. */
  readonly inputOf: (format: AuditFormat) => InputOf<C>
  readonly texts: {
    readonly action: string
    readonly choose: string
    readonly done: string
    readonly cancelled: string
    readonly running: string
    readonly cancel: string
  }
}

/** Exports what a list shows in a chosen format. A separate component, so that progress does not redraw the table. */
export function ReportExport<C extends Export>(props: Props<C>) {
  const { call, inputOf, texts } = props
  const word = useContractText()
  const { done, cancelled, running: busy } = texts
  const downloads = useDownloads({ done, cancelled, busy })
  const isBusy = useDownloadProgress(downloads) !== undefined
  const items = auditFormats.map((format) => ({
    key: format,
    label: word(`auditTrail.formats.${format}`),
    disabledReason: isBusy ? busy : undefined,
    onChoose: () => void downloads.start(call, inputOf(format)),
  }))
  return (
    <div className="report-export">
      <MenuButton className="report-export-menu" label={texts.choose} items={items}>
        {texts.action}
      </MenuButton>
      <DownloadProgress downloads={downloads} label={() => busy} cancel={texts.cancel} />
    </div>
  )
}
