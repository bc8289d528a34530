import { auditExport, auditFormats } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { MenuButton } from '@atrium/ui-kit'
import { DownloadProgress, shownZone, useDownloadProgress, useDownloads } from '@atrium/ui-kit/list'
import type { Values } from './filters.ts'
import { useAuditTrailText } from './texts/index.ts'

interface Props {
  /** Filters of the list. */
  readonly values: Values
}

/** Exports the events that match the filters. A separate component, so that progress does not redraw the table. */
export function ExportTools({ values }: Props) {
  const t = useAuditTrailText()
  const word = useContractText()
  const downloads = useDownloads({
    done: t('export.done'),
    cancelled: t('export.cancelled'),
    busy: t('export.running'),
  })
  const busy = useDownloadProgress(downloads) !== undefined
  const items = auditFormats.map((format) => ({
    key: format,
    label: word(`auditTrail.formats.${format}`),
    disabledReason: busy ? t('export.running') : undefined,
    onChoose: () => void downloads.start(auditExport, { ...values, timeZone: shownZone, format }),
  }))
  return (
    <div className="trail-tools">
      <MenuButton className="trail-export" label={t('export.choose')} items={items}>
        {t('export.action')}
      </MenuButton>
      <DownloadProgress downloads={downloads} label={() => t('export.running')} cancel={t('export.cancel')} />
    </div>
  )
}
