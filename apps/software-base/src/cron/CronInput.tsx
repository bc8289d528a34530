import { Button, ErrorState, Input, lazyPart } from '@atrium/ui-kit'
import { Dialog } from '@atrium/ui-kit/overlay'
import { type ComponentProps, type ReactNode, Suspense, useMemo, useState } from 'react'
import { useCronText } from './texts/index.ts'
import './cron.css'

/** Shown if the builder could not be fetched. */
function BuilderMissing({ retry }: { readonly retry: () => void }) {
  const t = useCronText()
  return (
    <Dialog open title={t('title')} footer={null}>
      <ErrorState title={t('failed')} retryLabel={t('retry')} onRetry={retry} />
    </Dialog>
  )
}

const CronDialog = lazyPart(() => import('./CronDialog.tsx'), BuilderMissing)

interface Builder {
  /**
   * Opens the builder with an expression.
   * @param onDone receives the new expression
   */
  readonly open: (expression: string, onDone: (expression: string) => void) => void
  /** The dialog, to be rendered outside the form. */
  readonly dialog: ReactNode
}

const nothing = { open: false, opening: 0, expression: '', onDone: (_: string): void => undefined }

/** Returns the cron builder. Its code is fetched when it is first opened. */
export function useCronBuilder(): Builder {
  const [state, setState] = useState(nothing)
  const { open, opening, expression, onDone } = state
  const actions = useMemo(
    () => ({
      open: (text: string, done: (expression: string) => void) =>
        setState((before) => ({ open: true, opening: before.opening + 1, expression: text, onDone: done })),
      close: () => setState((before) => ({ ...before, open: false })),
    }),
    [],
  )
  const done = (built: string) => {
    onDone(built)
    actions.close()
  }
  const dialog = opening > 0 && (
    <Suspense>
      <CronDialog key={opening} open={open} expression={expression} onDone={done} onClose={actions.close} />
    </Suspense>
  )
  return { open: actions.open, dialog }
}

interface Props extends Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> {
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly builder: Pick<Builder, 'open'>
}

/**
 * Input for a cron expression with a button that opens the builder. In a `Field`, the form sets value and change
 * handler.
 */
export function CronInput({ value = '', onChange, builder, ...input }: Props) {
  const t = useCronText()
  return (
    <div className="cron-input">
      <Input placeholder={t('placeholder')} {...input} value={value} onChange={(text) => onChange?.(text)} />
      <Button disabled={input.disabled} onClick={() => builder.open(value, (built) => onChange?.(built))}>
        {t('build')}
      </Button>
    </div>
  )
}
