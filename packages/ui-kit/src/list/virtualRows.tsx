import type { TableProps } from '@arco-design/web-react'
import type { ReactNode, TableHTMLAttributes } from 'react'
import { HeaderCell } from './columns/HeaderCell.tsx'

/** Above this many rows only those in sight are drawn. */
const drawnWhole = 50
/** What page, filters and paging take of the window's height, in pixels. */
const surroundings = 300
/** Rows that fill a small window, in pixels. */
const leastHeight = 320

/** Whether so many rows are too many to be drawn all at once. */
export const isVirtual = (rows: readonly unknown[]): boolean => rows.length > drawnWhole

const wholeTable = { components: { header: { th: HeaderCell } } }

/** Arco draws a table of the header alone; what all belongs to is the element round both. */
const HeaderTable = (props: TableHTMLAttributes<HTMLTableElement>) => <table {...props} role="presentation" />

interface CellProps {
  readonly className?: string
  readonly children?: ReactNode
}

const Cell = ({ className, children }: CellProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a td stands in table rows alone
  <span role="cell" className={className}>
    {children}
  </span>
)

/** The rows in sight are no table rows but plain elements, which are told what they are. */
const virtualTable = {
  virtualized: true,
  components: { table: HeaderTable, header: { th: HeaderCell }, body: { cell: Cell } },
  onHeaderRow: () => ({ role: 'row', 'aria-rowindex': 1 }),
  onRow: (_row: unknown, index: number) => ({ role: 'row', 'aria-rowindex': index + 2 }),
}

/**
 * How Arco's table draws its rows.
 * @param width of all columns, in pixels
 */
export function rowDrawing<Row>(rows: readonly Row[], width: number): TableProps<Row> {
  if (!isVirtual(rows)) return { ...wholeTable, scroll: { x: width } }
  return { ...virtualTable, scroll: { x: width, y: Math.max(leastHeight, innerHeight - surroundings) } }
}

/** What the element round a table says of it to those who do not see it, where the table itself cannot. */
export const roleOfTable = (rows: readonly unknown[], label: string) =>
  isVirtual(rows) ? { role: 'table', 'aria-label': label, 'aria-rowcount': rows.length + 1 } : {}
