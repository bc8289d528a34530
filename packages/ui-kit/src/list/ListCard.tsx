import type { ReactNode } from 'react'
import { HistoryScope } from '../history/HistoryScope.tsx'
import { FilterBar, FilterChips } from './filters.tsx'
import { ListRows, type ListRowsProps } from './ListRows.tsx'
import { TableTools } from './TableTools.tsx'

/** Title of a card. */
export function CardTitle({ children }: { readonly children: ReactNode }) {
  return <h2 className="card-title">{children}</h2>
}

export interface ListCardProps<Row> extends ListRowsProps<Row> {
  readonly filters?: ReactNode
  /** Title of this card, if the page has several cards. */
  readonly heading?: string
  /** Content next to the heading. */
  readonly headingTools?: ReactNode
  /** Content between filters and table, such as actions on the selected rows. */
  readonly tools?: ReactNode
}

/** Filters, table and pager of a list. Its rows can show their history. */
export function ListParts<Row extends { readonly id: string }>(props: ListCardProps<Row>) {
  const { filters, heading, headingTools, tools, ...rows } = props
  const { list, name, columns } = rows
  return (
    <HistoryScope>
      <div className="list-head">
        {heading !== undefined && <CardTitle>{heading}</CardTitle>}
        {headingTools}
        {heading === undefined && filters && (
          <FilterBar name={name} active={list.state.active}>
            {filters}
          </FilterBar>
        )}
        <TableTools name={name} columns={columns} onRefresh={list.retry} />
      </div>
      {heading !== undefined && filters && <div className="list-filters">{filters}</div>}
      <FilterChips columns={columns} values={list.state.values} onFilter={list.state.choose} />
      {tools}
      <ListRows {...rows} />
    </HistoryScope>
  )
}

/** Filters, table and pager of a list, in a card. */
export const ListCard = <Row extends { readonly id: string }>(props: ListCardProps<Row>) => (
  <div className="card list-card">
    <ListParts {...props} />
  </div>
)
