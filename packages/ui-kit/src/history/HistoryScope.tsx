import { withTexts } from '@atrium/shared-api'
import { type ReactNode, Suspense, useCallback, useState } from 'react'
import { ErrorState } from '../base/ErrorState.tsx'
import { lazyPart } from '../base/lazy-part.tsx'
import { useMayOpen } from '../base/use-may-open.ts'
import { useKitText } from '../texts/index.ts'
import { HistoryContext, type Thing } from './context.ts'
import type { HistoryDialogProps } from './HistoryDialog.tsx'

/** Shown if the dialog could not be fetched. */
function DialogMissing({ retry }: { readonly retry: () => void }) {
  const t = useKitText()
  return <ErrorState title={t('history.failed')} retryLabel={t('list.retry')} onRetry={retry} />
}

const HistoryDialog = lazyPart<HistoryDialogProps>(
  () => withTexts(import(/* webpackChunkName: "history" */ './HistoryDialog.tsx'), 'history'),
  DialogMissing,
)

/**
 * Lets rows and buttons inside it show the history of their things in a dialog, whose code is fetched when it is first
 * opened.
 */
export function HistoryScope({ children }: { readonly children: ReactNode }) {
  const mayRead = useMayOpen('auditTrail')
  const [thing, setThing] = useState<Thing>()
  const [open, setOpen] = useState(false)
  const show = useCallback((next: Thing) => {
    setThing(next)
    setOpen(true)
  }, [])
  return (
    <HistoryContext value={mayRead ? show : undefined}>
      {children}
      {thing && (
        <Suspense>
          <HistoryDialog
            thing={thing}
            open={open}
            onClose={() => setOpen(false)}
            afterClose={() => setThing(undefined)}
          />
        </Suspense>
      )}
    </HistoryContext>
  )
}
