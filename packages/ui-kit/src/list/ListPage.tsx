import type { ReactNode } from 'react'
import { ListCard, type ListCardProps } from './ListCard.tsx'

export type ListPageProps<Row> = PageHeaderProps & Omit<ListCardProps<Row>, 'label'>

/** A standard page of the administration: its head and a list. */
export function ListPage<Row extends { readonly id: string }>(props: ListPageProps<Row>) {
  const { title, purpose, action, ...list } = props
  return (
    <div className="page">
      <PageHeader title={title} purpose={purpose} action={action} />
      <ListCard label={title} {...list} />
    </div>
  )
}

export interface PageHeaderProps {
  readonly title: string
  /** Purpose of the page, in one line. */
  readonly purpose: string
  /** Main action of the page. */
  readonly action?: ReactNode
}

/** Head of a page: title, purpose and main action. */
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
