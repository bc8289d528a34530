import type { ThHTMLAttributes } from 'react'
import { ResizeHandle } from './ResizeHandle.tsx'

export interface Resizing {
  /** The accessible name of the handle. */
  readonly label: string
  readonly width: number
  readonly onResize: (width: number) => void
}

interface Props extends ThHTMLAttributes<HTMLTableCellElement> {
  readonly resizing?: Resizing
}

/** A header cell with a handle at its right edge, where the column can be resized. */
export function HeaderCell({ resizing, children, ...cell }: Props) {
  return (
    <th scope="col" {...cell}>
      {children}
      {resizing && <ResizeHandle {...resizing} />}
    </th>
  )
}
