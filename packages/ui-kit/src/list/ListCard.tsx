import { Button } from '@arco-design/web-react'
import type { ReactNode } from 'react'
import { ErrorState } from '../base/ErrorState.tsx'
import { useKitText } from '../texts/index.ts'
import { CardTitle } from './CardTitle.tsx'
import type { Column } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Paging } from './Paging.tsx'
import type { SelectableRows } from './selection/selectionColumn.tsx'
import type { List } from './state/useList.ts'

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
