import { Button } from '@arco-design/web-react'

export interface ErrorStateProps {
  /** Names what failed, in a few words. */
  readonly title: string
  /** Cause of the failure, or a remedy. */
  readonly detail?: string
  /** Label of the retry button. */
  readonly retryLabel: string
  readonly onRetry: () => void
}

/** Shows an error in place of content that could not be loaded. Screen readers announce it when it appears. */
export function ErrorState({ title, detail, retryLabel, onRetry }: ErrorStateProps) {
  return (
    <div className="error-state" role="alert">
      <svg
        className="error-state-mark"
        viewBox="0 0 48 48"
        fill="none"
        stroke="currentColor"
        aria-hidden="true"
      >
        <circle cx="24" cy="24" r="19" strokeWidth="2" opacity="0.35" />
        <path d="M24 14v13M24 33v.5" strokeWidth="3.5" strokeLinecap="round" />
      </svg>
      <p className="error-state-title">{title}</p>
      {detail && <p className="error-state-detail">{detail}</p>}
      <Button onClick={onRetry}>{retryLabel}</Button>
    </div>
  )
}
