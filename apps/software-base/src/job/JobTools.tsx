import { Button } from '@atrium/ui-kit'
import { type Selection, useSelectedCount } from '@atrium/ui-kit/list'
import { useSoftwareBaseText } from '../texts/index.ts'
import type { useJobOperations } from './use-job-operations.ts'

interface Props {
  readonly selection: Selection
  readonly operations: ReturnType<typeof useJobOperations>['many']
}

/**
 * Actions for the selected jobs, hidden without a selection. A separate component, so that selecting a row does not
 * render the table again.
 */
export function JobTools({ selection, operations }: Props) {
  const t = useSoftwareBaseText()
  const count = useSelectedCount(selection)
  if (count === 0) return null
  return (
    <div className="job-tools">
      <span>{t('job.selected', { count })}</span>
      <Button size="small" onClick={operations.run}>
        {t('job.run')}
      </Button>
      <Button size="small" onClick={operations.pause}>
        {t('job.pause')}
      </Button>
      <Button size="small" onClick={operations.resume}>
        {t('job.resume')}
      </Button>
      <Button size="small" status="danger" onClick={operations.remove}>
        {t('job.delete')}
      </Button>
      <Button size="small" type="text" onClick={selection.clear}>
        {t('job.clearSelection')}
      </Button>
    </div>
  )
}
