import type { ReactNode } from 'react'

export interface Resizing {
  /** The accessible name of the handle. */
  readonly label: string
  readonly width: number
  readonly onResize: (width: number) => void
}

/** A column as it is drawn: one that the page asked for, or one that the table puts before those. */
export interface DrawnColumn<Row> {
  readonly key: string
  readonly title: ReactNode
  /** In pixels. */
  readonly width: number
  readonly className?: string
  /** The order of the list, where it is ordered by this column. */
  readonly sorted?: 'ascending' | 'descending'
  /** How its edge is moved; without it the edge stays. */
  readonly resizing?: Resizing
  /** @param index of the row in its page, from 0 */
  readonly render: (row: Row, index: number) => ReactNode
}
