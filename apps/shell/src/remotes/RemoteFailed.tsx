import type { RemoteFailure } from '@atrium/federation'
import { textAtRunTime, useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import './texts/index.ts'

/** Says which module failed, at which step and why, and offers to fetch it again. */
export function RemoteFailed({ error, retry }: RemoteFailure) {
  const t = useTexts('remotes')
  const { stage, remote, status } = error
  // A remote that another team registered has no name of its own here.
  const module = textAtRunTime('remotes', `module.${remote}`, remote)
  const detail = t(`stage.${stage}`) + (status ? t('status', { status }) : '')
  return (
    <ErrorState title={t('failed', { module })} detail={detail} retryLabel={t('retry')} onRetry={retry} />
  )
}
