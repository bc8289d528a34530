import { Button } from '@arco-design/web-react'
import { Rejection } from '@atrium/shared-api'
import { type ReactNode, useMemo } from 'react'
import { ErrorState } from '../base/ErrorState.tsx'
import { useMayChange } from '../base/use-may-change.ts'
import { linesOf } from '../form/field-errors.ts'
import { useKitText } from '../texts/index.ts'
import type { SortAndFilters } from './ColumnHead.tsx'
import { type Column, filterNameOf } from './column.ts'
import { DataTable } from './DataTable.tsx'
import { EmptyState } from './EmptyState.tsx'
import type { ListState } from './list-state.ts'
import { Paging } from './Paging.tsx'
import type { SelectableRows } from './selection.tsx'
import type { List } from './use-list.ts'

export interface ListRowsProps<Row> {
  readonly list: List<Row>
  /** Name that is unique in the suite, under which the choice, order and widths of columns are stored. */
  readonly name: string
  /** Accessible name of the table. */
  readonly label: string
  /** Columns; must stay the same object while nothing changes. */
  readonly columns: readonly Column<Row>[]
  readonly rowClassName?: (row: Row) => string
  /** How rows are selected; undefined if they cannot be. Must stay the same object between renders. */
  readonly selectable?: SelectableRows<Row>
  /** Whether the list is next to others, in a narrow space. */
  readonly compact?: boolean
  /** Content shown if the list is empty without filters: its purpose and what to do next. */
  readonly empty?: ReactNode
  /** Content shown if nothing matches the filters; by default a message with a button that clears them. */
  readonly noMatch?: ReactNode
}

/** Returns the order and filters for the columns' heads. The object is the same until one of them changes. */
function useArranging<Row>(
  { sort, values, order, choose }: ListState,
  columns: readonly Column<Row>[],
): SortAndFilters {
  const names = columns.filter(({ filter }) => filter).map(filterNameOf)
  const chosen = JSON.stringify(names.map((name) => [name, values[name] ?? '']))
  return useMemo(
    () => ({ sort, onSort: order, values: Object.fromEntries(JSON.parse(chosen)), onFilter: choose }),
    [sort, order, chosen, choose],
  )
}

/** Table and pager of a list. */
export function ListRows<Row extends { readonly id: string }>(props: ListRowsProps<Row>) {
  const { list, name, label, columns, empty, noMatch } = props
  const { state, rows, total, error } = list
  const t = useKitText()
  // Inspectors see only a part of the records, so the screens' own texts on what does not exist would mislead them.
  const isForInspectors = !useMayChange()
  const arranging = useArranging(state, columns)
  if (error) {
    // A rejected filter may be out of sight, and is rejected again until it is cleared.
    const rejected = error instanceof Rejection ? error.errors : []
    const mayClear = rejected.length > 0 && state.active > 0
    return (
      <ErrorState
        title={t('list.failed')}
        detail={rejected.length > 0 ? linesOf(rejected) : error.message}
        retryLabel={t(mayClear ? 'list.clearFilters' : 'list.retry')}
        onRetry={mayClear ? state.clear : list.retry}
      />
    )
  }
  const nothing = isForInspectors ? (
    <EmptyState title={t('list.nothingInspected')} hint={t('list.inspected')} />
  ) : (
    (empty ?? <EmptyState title={t('list.nothing')} />)
  )
  const nothingMatches = noMatch ?? (
    <EmptyState
      title={t('list.noMatch')}
      hint={t('list.noMatchHint')}
      action={<Button onClick={state.clear}>{t('list.clearFilters')}</Button>}
    />
  )
  return (
    <>
      <DataTable
        name={name}
        label={label}
        columns={columns}
        rows={rows}
        loading={list.loading}
        offset={list.offset}
        arranging={arranging}
        rowClassName={props.rowClassName}
        selectable={props.selectable}
        empty={state.active > 0 ? nothingMatches : nothing}
      />
      {total > 0 && (
        <Paging
          page={state.page}
          size={state.size}
          total={total}
          estimated={list.estimated}
          exceeded={list.exceeded}
          compact={props.compact}
          onChange={state.turn}
        />
      )}
    </>
  )
}
