import { ErrorState } from '@atrium/ui-kit'
import { TableSkeleton } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Props {
  /** Whether the modules are known. */
  readonly known: boolean
  /** Why they are not. */
  readonly error: Error | null
  readonly retry: () => void
  /** Shown where they are known, and none of them is to be shown. */
  readonly children: ReactNode
}

/** Stands where no module can be shown: not yet, not at all, or because there is none. */
export function WithoutModule({ known, error, retry, children }: Props) {
  const t = useSystemText()
  const failed = error && (
    <ErrorState
      title={t('module.failed')}
      detail={error.message}
      retryLabel={t('action.retry')}
      onRetry={retry}
    />
  )
  return <div className="card">{known ? children : (failed ?? <TableSkeleton />)}</div>
}
