import { Button } from '@atrium/ui-kit'
import { useId } from 'react'
import { useSystemText } from '../../texts/index.ts'

interface Props {
  readonly percent: number
  readonly onCancel: () => void
}

/** How far an export is, and the way to end it. */
export function ExportProgress({ percent, onCancel }: Props) {
  const t = useSystemText()
  const id = useId()
  return (
    <div className="user-export">
      <label htmlFor={id}>{t('user.export.running')}</label>
      <progress id={id} max={100} value={percent} />
      <span className="user-export-percent">{percent} %</span>
      <Button size="small" onClick={onCancel}>
        {t('user.export.cancel')}
      </Button>
    </div>
  )
}
