import type { ReactNode } from 'react'

export interface EmptyStateProps {
  readonly title: string
  /** Suggests what to do next. */
  readonly hint?: ReactNode
  readonly action?: ReactNode
}

/** Shown if there is nothing to show, with a hint on what to do next. */
export function EmptyState({ title, hint, action }: EmptyStateProps) {
  return (
    <div className="empty-state">
      <svg viewBox="0 0 120 80" width="120" height="80" fill="none" aria-hidden="true">
        <rect x="22" y="14" width="76" height="52" rx="6" className="empty-state-sheet" />
        <path d="M22 28h76M34 40h28M34 50h44" className="empty-state-lines" />
        <circle cx="94" cy="60" r="12" className="empty-state-lens" />
        <path d="m103 69 8 8" className="empty-state-handle" />
      </svg>
      <p className="empty-state-title">{title}</p>
      {hint && <p className="empty-state-hint">{hint}</p>}
      {action}
    </div>
  )
}
