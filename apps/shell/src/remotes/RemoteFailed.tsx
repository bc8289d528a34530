import type { RemoteFailure } from '@atrium/federation'
import { retryTexts, textAtRunTime, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'

/** Says which module failed, at which step and why, and offers to fetch it again. */
export function RemoteFailed({ error, retry }: RemoteFailure) {
  const t = useTexts('shell')
  const { stage, remote, status } = error
  // A remote that another team registered has no name of its own here.
  const module = textAtRunTime('shell', `remotes.module.${remote}`, remote)
  const detail = t(`remotes.stage.${stage}`) + (status ? t('remotes.status', { status }) : '')
  const again = (): void => {
    retryTexts()
    retry()
  }
  return (
    <ErrorState
      title={t('remotes.failed', { module })}
      detail={detail}
      retryLabel={t('remotes.retry')}
      onRetry={again}
    />
  )
}
