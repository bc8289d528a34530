import { ErrorState } from '@atrium/ui-kit'
import { TableSkeleton } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Props {
  /** Whether the modules have loaded. */
  readonly known: boolean
  /** Error if the modules could not be loaded. */
  readonly error: Error | null
  readonly retry: () => void
  /** Shown if the modules have loaded and none can be displayed. */
  readonly children: ReactNode
}

/** Shown in place of a module: while loading, after an error, or if there is none. */
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
