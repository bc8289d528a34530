import { type PointerEvent, useCallback, useState } from 'react'
import type { MenuRow } from './rows.ts'

/** Where a dragged menu would come to stand: at the edge of a row. */
export interface Drop {
  readonly rowId: string
  readonly edge: 'before' | 'after'
}

/** The mark at a row's handle by which the row is found. */
export const handleMark = 'data-menu'

const rowElement = (id: string): Element | null =>
  document.querySelector(`[${handleMark}="${CSS.escape(id)}"]`)?.closest('tr, [role="row"]') ?? null

/** The rows that a sibling takes: its own and, of a group, those of its entries. */
const lastRowOf = (rows: readonly MenuRow[], id: string): string =>
  rows.findLast((row) => row.id === id || row.parentId === id)?.id ?? id

/** Where the middle of a sibling is; undefined where it is not drawn, as rows out of sight may be. */
function middleOf(rows: readonly MenuRow[], id: string): number | undefined {
  const first = rowElement(id)?.getBoundingClientRect()
  const last = rowElement(lastRowOf(rows, id))?.getBoundingClientRect() ?? first
  return first && last && (first.top + last.bottom) / 2
}

/** The other siblings of a dragged row, and its place among them where the pointer is. */
function placeAt(rows: readonly MenuRow[], dragged: MenuRow, y: number) {
  const others = rows.filter(({ id, parentId }) => parentId === dragged.parentId && id !== dragged.id)
  const middles = others.map(({ id }) => middleOf(rows, id))
  const firstDrawn = middles.findIndex((middle) => middle !== undefined)
  const above = middles.filter((middle, index) => (middle === undefined ? index < firstDrawn : middle < y))
  return { others, place: above.length + 1 }
}

function dropAt(rows: readonly MenuRow[], dragged: MenuRow, y: number): Drop | undefined {
  const { others, place } = placeAt(rows, dragged, y)
  if (place === dragged.place) return undefined
  const next = others[place - 1]
  const last = others.at(-1)
  if (next) return { rowId: next.id, edge: 'before' }
  return last && { rowId: lastRowOf(rows, last.id), edge: 'after' }
}

/**
 * Dragging of rows by their handles, with mouse, pen or finger; Escape lets go of it.
 * @param onDrop takes the row and its new place among its siblings, from 1
 */
export function useRowDrag(rows: readonly MenuRow[], onDrop: (row: MenuRow, place: number) => void) {
  const [dragged, setDragged] = useState<string>()
  const [drop, setDrop] = useState<Drop>()
  const start = useCallback(
    (row: MenuRow, down: PointerEvent<HTMLElement>) => {
      if (down.button !== 0) return
      const handle = down.currentTarget
      const listening = new AbortController()
      const on = { signal: listening.signal }
      const stop = () => {
        listening.abort()
        setDragged(undefined)
        setDrop(undefined)
      }
      const follow = ({ clientY }: globalThis.PointerEvent) => {
        const target = dropAt(rows, row, clientY)
        setDragged(row.id)
        setDrop((before) =>
          before?.rowId === target?.rowId && before?.edge === target?.edge ? before : target,
        )
        if (target) rowElement(target.rowId)?.scrollIntoView({ block: 'nearest' })
      }
      const release = ({ clientY }: globalThis.PointerEvent) => {
        stop()
        onDrop(row, placeAt(rows, row, clientY).place)
      }
      handle.setPointerCapture(down.pointerId)
      handle.addEventListener('pointermove', follow, on)
      handle.addEventListener('pointercancel', stop, on)
      handle.addEventListener('pointerup', release, on)
      document.addEventListener('keydown', ({ key }) => key === 'Escape' && stop(), on)
    },
    [rows, onDrop],
  )
  return { dragged, drop, start }
}
