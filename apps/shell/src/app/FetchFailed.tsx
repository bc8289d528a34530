import { useTexts } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'

/** Replaces a part of the suite whose code could not be fetched, and offers a retry. */
export function FetchFailed({ retry }: { readonly retry: () => void }) {
  const t = useTexts('shell')
  return (
    <ErrorState
      title={t('inside.failed')}
      detail={t('inside.detail')}
      retryLabel={t('inside.retry')}
      onRetry={retry}
    />
  )
}
