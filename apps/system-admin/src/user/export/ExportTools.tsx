import { mostExported } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { type Selection, useSelectedCount } from '@atrium/ui-kit/list'
import { useSystemText } from '../../texts/index.ts'
import { filtersOf } from '../request.ts'
import { ExportProgress } from './ExportProgress.tsx'
import { useUserExport } from './useUserExport.ts'

interface Props {
  readonly selection: Selection
  /** The filters of the list. */
  readonly values: Readonly<Record<string, string>>
  /** How many users they match. */
  readonly total: number
}

/** The ways to export users, and how far an export is. By itself, so that its progress draws no table anew. */
export function ExportTools({ selection, values, total }: Props) {
  const t = useSystemText()
  const { percent, start, cancel } = useUserExport()
  const selected = useSelectedCount(selection)
  const busy = percent !== undefined
  return (
    <div className="user-tools">
      <Button disabled={busy || total === 0} onClick={() => start({ all: true, ...filtersOf(values) })}>
        {t('user.export.all')}
      </Button>
      <Button
        disabled={busy || selected === 0 || selected > mostExported}
        onClick={() => start({ userIds: [...selection.ids()] })}
      >
        {t('user.export.selected', { count: selected, shown: selected.toLocaleString() })}
      </Button>
      {selected > 0 && (
        <Button type="text" onClick={selection.clear}>
          {t('user.export.clear')}
        </Button>
      )}
      {selected > mostExported && (
        <span role="alert">{t('user.export.tooMany', { most: mostExported.toLocaleString() })}</span>
      )}
      {busy && <ExportProgress percent={percent} onCancel={cancel} />}
    </div>
  )
}
