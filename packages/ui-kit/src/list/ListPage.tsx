import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { ErrorState } from '../base/ErrorState.tsx'
import { useKitText } from '../texts/index.ts'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import { FilterBar } from './filters.tsx'
import { Paging } from './Paging.tsx'
import type { SelectableRows } from './selection.tsx'
import type { List } from './useList.ts'

export type ListPageProps<Row> = PageHeaderProps & Omit<ListCardProps<Row>, 'label'>

/** An ordinary page of the administration: its head, and a list. */
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

/** The title of a card, on the line of its tools. */
export function CardTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className="card-title">{children}</h2>
}

export interface ListCardProps<Row> {
  readonly list: List<Row>
  /** Unique in the suite: choice and widths of columns are remembered under it. */
  readonly name: string
  /** The accessible name of the table. */
  readonly label: string
  /** The same object while nothing changes. */
  readonly columns: readonly Column<Row>[]
  readonly filters?: ReactNode
  /** Where a page has several cards: what this one shows. */
  readonly heading?: string
  readonly rowClassName?: (row: Row) => string
  /** Whether rows can be selected; the same object at every render. */
  readonly selectable?: SelectableRows<Row>
  /** Stands between filters and table, for instance what can be done with the selected rows. */
  readonly tools?: ReactNode
  /** Whether it stands beside others, with little room. */
  readonly compact?: boolean
  /** Stands where there is nothing at all: what it is and what to do next. */
  readonly empty?: ReactNode
}

/** Filters, table and pager of a list in a card. */
export function ListCard<Row extends { readonly id: string }>(props: ListCardProps<Row>) {
  const { list, name, label, columns, filters, heading, empty } = props
  const { state, rows, total, error } = list
  const t = useKitText()
  const noMatch = (
    <EmptyState
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      action={<Button onClick={state.clear}>{t('list.clearFilters')}</Button>}
    />
  )
  return (
    <div className="card list-card">
      {heading && <CardTitle>{heading}</CardTitle>}
      {filters && <FilterBar active={state.active}>{filters}</FilterBar>}
      {props.tools}
      {error ? (
        <ErrorState
          title={t('list.failed')}
          detail={error.message}
          retryLabel={t('list.retry')}
          onRetry={list.retry}
        />
      ) : (
        <DataTable
          name={name}
          label={label}
          columns={columns}
          rows={rows}
          loading={list.loading}
          offset={list.offset}
          sort={state.sort}
          onSort={state.order}
          rowClassName={props.rowClassName}
          selectable={props.selectable}
          empty={state.active > 0 ? noMatch : (empty ?? <EmptyState title={t('list.nothing')} />)}
          choosable
        />
      )}
      {!error && total > 0 && (
        <Paging
          page={state.page}
          size={state.size}
          total={total}
          estimated={list.estimated}
          compact={props.compact}
          onChange={state.turn}
        />
      )}
    </div>
  )
}
