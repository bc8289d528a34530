import { focusedElement } from '@atrium/shared-api'
import { type RefObject, useEffect } from 'react'

/** Class of a cell whose text is cut. The style sheet unfolds the cell while the focus is in its row. */
const cut = 'cut-cell'

const cells = 'td:not(.action-cell, .selection-cell, .row-number)'
const focusable = 'a[href], button, input, select, summary, [tabindex]:not(.cut-cell)'

const overflows = ({ scrollWidth, clientWidth }: Element): boolean =>
  clientWidth > 0 && scrollWidth > clientWidth

const isCut = (cell: Element): boolean => overflows(cell) || [...cell.querySelectorAll('*')].some(overflows)

/** Marks the cut cells of a row, and adds the first one to the tab order if the row has no other focusable element. */
function markRow(row: Element): void {
  let needsStop = row.querySelector(focusable) === null
  for (const cell of row.querySelectorAll<HTMLElement>(`:scope > ${cells}`)) {
    const isMarked = cell.classList.contains(cut)
    const marks = isCut(cell)
    if (!marks && !isMarked) continue
    cell.classList.toggle(cut, marks)
    if (marks && needsStop) cell.tabIndex = 0
    else cell.removeAttribute('tabindex')
    needsStop &&= !marks
    // A plain text cell already has a title.
    if (cell.childElementCount === 0) continue
    if (marks && !cell.querySelector('[title]')) cell.title = cell.textContent ?? ''
    else cell.removeAttribute('title')
  }
}

/** Makes the full text of cut cells readable: with a tooltip, and by keyboard when the cell unfolds. */
export function useCutCells(scroller: RefObject<HTMLElement | null>): void {
  // Runs after every render, because other rows and widths cut other cells.
  useEffect(() => {
    const rows = scroller.current?.querySelectorAll('tbody > tr:not(.table-gap)') ?? []
    for (const row of rows) if (!row.contains(focusedElement())) markRow(row)
  })
}
