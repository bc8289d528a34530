import { useEffect, useRef } from 'react'

export interface RowChoiceProps {
  /** What the row is about. */
  readonly name: string
  readonly chosen: boolean
  readonly onChoose: () => void
}

/** Scrolls a table, and nothing round it, until one of its rows is in sight. */
function bringIntoSight(row: HTMLElement | null | undefined): void {
  const table = row?.closest('.data-table-scroll')
  if (!row || !table) return
  const { top, bottom } = table.getBoundingClientRect()
  const place = row.getBoundingClientRect()
  if (place.top < top || place.bottom > bottom) table.scrollTop += place.top - (top + bottom) / 2
}

/** The name of a row that can be chosen; the whole row reacts to it. Goes with `chosenRow`. */
export function RowChoice({ name, chosen, onChoose }: RowChoiceProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (chosen) bringIntoSight(button.current?.closest('tr'))
  }, [chosen])
  return (
    <button
      ref={button}
      type="button"
      className="row-choice"
      title={name}
      aria-current={chosen}
      onClick={onChoose}
    >
      {name}
    </button>
  )
}

/** The class of a row, by whether it is the chosen one. */
export const chosenRow = (chosen: boolean): string => (chosen ? 'row-chosen' : '')
