import { useKitText } from '../../texts/index.ts'
import { type Column, nextSort, type Sort } from '../column.ts'

interface Props<Row> {
  readonly column: Column<Row>
  readonly sort: Sort | undefined
  readonly onSort: (sort: Sort | undefined) => void
}

/** A column's title as a button that sorts; the cell says the present order in `aria-sort`. */
export function SortTitle<Row>({ column, sort, onSort }: Props<Row>) {
  const t = useKitText()
  const order = sort?.by === column.key ? sort.order : undefined
  return (
    <button
      type="button"
      className="sort-title"
      title={t('list.sort', { column: column.title })}
      onClick={() => onSort(nextSort(sort, column.key))}
    >
      {column.title}
      <svg viewBox="0 0 10 14" width="10" height="14" aria-hidden="true">
        <path d="M5 1 9 6H1z" opacity={order === 'asc' ? 1 : 0.3} />
        <path d="M5 13 1 8h8z" opacity={order === 'desc' ? 1 : 0.3} />
      </svg>
    </button>
  )
}
