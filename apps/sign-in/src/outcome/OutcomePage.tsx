import { Button } from '@atrium/ui-kit'
import { Help, type HelpProps, SignInFrame } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { Onward } from '../visitor/Onward.tsx'
import './outcome.css'

interface OutcomePageProps {
  readonly kind: 'done' | 'failed' | 'waiting'
  readonly title: string
  /** The server's message, or what to do next. */
  readonly line: string
  /** Contacts for further help. */
  readonly help?: HelpProps
  /** Retries the call. Only set if a retry may succeed. */
  readonly onRetry?: () => void
}

/** Shows the result of a link from a message, with a way to continue. Screen readers announce the result. */
export function OutcomePage({ kind, title, line, help, onRetry }: OutcomePageProps) {
  const t = useAccountTexts()
  return (
    <SignInFrame
      mark={<OutcomeMark kind={kind} />}
      title={title}
      line={<span role={kind === 'failed' ? 'alert' : 'status'}>{line}</span>}
    >
      <div className="outcome-actions">
        {onRetry && (
          <Button type="primary" size="large" long onClick={onRetry}>
            {t('outcome.retry')}
          </Button>
        )}
        {kind !== 'waiting' && <Onward type={onRetry ? 'secondary' : 'primary'} />}
      </div>
      {help && <Help {...help} />}
    </SignInFrame>
  )
}

interface OutcomeMarkProps {
  readonly kind: 'done' | 'failed' | 'waiting'
}

/** Shows an icon for the result. */
export function OutcomeMark({ kind }: OutcomeMarkProps) {
  return (
    <svg className={`outcome-mark outcome-${kind}`} viewBox="0 0 56 56" aria-hidden="true">
      <circle cx="28" cy="28" r="25" />
      {kind === 'done' && <path d="m18 28.5 7 7L38.5 21.5" />}
      {kind === 'failed' && <path d="M28 17v14M28 38.5v.2" />}
    </svg>
  )
}
