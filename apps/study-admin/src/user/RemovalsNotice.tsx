import { studyUserRemovals } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { useCall } from '@atrium/ui-kit/list'
import { useShownDialog } from '@atrium/ui-kit/overlay'
import { useStudyText } from '../texts/index.ts'
import { useReload } from './notifications.ts'
import { RemovalsDialog } from './RemovalsDialog.tsx'
import type { StudyScope } from './scopes.ts'

interface Props {
  readonly study: StudyScope['study']
}

/** Shows how many removals in a study its product has not confirmed. Opens the list of them. */
export function RemovalsNotice({ study }: Props) {
  const t = useStudyText()
  const { repeatAfter, follow } = useReload()
  const { studyUrlId } = study
  const { data, error, refetch } = useCall(studyUserRemovals, { studyUrlId }, { repeatAfter })
  follow(data?.list)
  const dialog = useShownDialog()
  const count = data?.totalCount ?? 0
  return (
    <>
      {error && (
        <p className="study-user-removals" role="status">
          {t('user.removals.failed', { reason: error.message })}
          <Button type="text" size="small" onClick={() => void refetch()}>
            {t('product.retry')}
          </Button>
        </p>
      )}
      {!error && count > 0 && (
        <p className="study-user-removals" role="status">
          {t('user.removals.notice', { count })}
          <Button type="text" size="small" onClick={dialog.show}>
            {t('user.removals.show')}
          </Button>
        </p>
      )}
      {dialog.isRendered && <RemovalsDialog study={study} {...dialog.props} />}
    </>
  )
}
