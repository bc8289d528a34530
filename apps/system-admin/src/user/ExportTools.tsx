import { maxExported, userExport } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import {
  DownloadProgress,
  type Selection,
  useDownloadProgress,
  useDownloads,
  useSelectedCount,
} from '@atrium/ui-kit/list'
import { useSystemText } from '../texts/index.ts'
import { filtersOf } from './request.ts'

interface Props {
  readonly selection: Selection
  /** Filters of the list. */
  readonly values: Readonly<Record<string, string>>
  /** Number of users that match the filters. */
  readonly total: number
}

/** Exports users and shows the progress. A separate component, so that progress does not redraw the table. */
export function ExportTools({ selection, values, total }: Props) {
  const t = useSystemText()
  const downloads = useDownloads({
    done: t('user.export.done'),
    cancelled: t('user.export.cancelled'),
    busy: t('user.export.running'),
  })
  const busy = useDownloadProgress(downloads) !== undefined
  const selected = useSelectedCount(selection)
  return (
    <div className="user-tools">
      <Button
        disabled={busy || total === 0}
        onClick={() => downloads.start(userExport, { all: true, ...filtersOf(values) })}
      >
        {t('user.export.all')}
      </Button>
      <Button
        disabled={busy || selected === 0 || selected > maxExported}
        onClick={() => downloads.start(userExport, { userIds: [...selection.ids()] })}
      >
        {t('user.export.selected', { count: selected, shown: selected.toLocaleString() })}
      </Button>
      {selected > 0 && (
        <Button type="text" onClick={selection.clear}>
          {t('user.export.clear')}
        </Button>
      )}
      {selected > maxExported && (
        <span role="alert">{t('user.export.tooMany', { max: maxExported.toLocaleString() })}</span>
      )}
      <DownloadProgress
        downloads={downloads}
        label={() => t('user.export.running')}
        cancel={t('user.export.cancel')}
      />
    </div>
  )
}
