import type { ReactNode } from 'react'

export interface PageHeaderProps {
  readonly title: string
  /** What the page is for, in one line. */
  readonly purpose: string
  /** The page's main action. */
  readonly action?: ReactNode
}

/** The head of a page: title, purpose, main action. */
export function PageHeader({ title, purpose, action }: PageHeaderProps) {
  return (
    <header className="page-header">
      <div>
        <h1>{title}</h1>
        <p>{purpose}</p>
      </div>
      {action && <div className="page-header-action">{action}</div>}
    </header>
  )
}
