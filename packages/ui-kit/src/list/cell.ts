import type { ReactNode } from 'react'
import type { Column } from './column.ts'
import { round2 } from './round2.ts'

/** What stands in an empty cell. */
const dash = '–'

const isEmpty = (content: ReactNode): boolean =>
  content === undefined || content === null || content === '' || typeof content === 'boolean'

/** The content of a cell. */
export function cellOf<Row extends object>(column: Column<Row>, row: Row): ReactNode {
  if (column.render) {
    const content = column.render(row)
    return isEmpty(content) ? dash : content
  }
  const value: unknown = Reflect.get(row, column.key)
  if (typeof value === 'number') return round2(value)
  return typeof value === 'string' && value !== '' ? value : dash
}
