import { memo } from 'react'
import { type Day, isWeekend } from './days.ts'
import type { Mark } from './marks.ts'

interface Props {
  readonly day: Day
  /** Which day it is and how it is marked, in words. */
  readonly label: string
  readonly mark: Mark | undefined
  /** How the day is marked for everybody. */
  readonly general: Mark | undefined
  /** The character beside the number of a marked day: its colour must not be all that tells. The label says it. */
  readonly badge: string | undefined
  readonly isToday: boolean
  /** The one day of the calendar in the tab order. */
  readonly reachable: boolean
}

const classOf = ({ day, mark, general }: Props): string =>
  [
    'calendar-day',
    isWeekend(day) && 'calendar-weekend',
    mark && `calendar-${mark}`,
    !mark && general && `calendar-general calendar-general-${general}`,
  ]
    .filter(Boolean)
    .join(' ')

/** A day of the calendar. Few of 366 change at a time: the others are not drawn again. */
export const DayCell = memo((props: Props) => {
  const { day, label, mark, badge, isToday, reachable } = props
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: a cell of a grid is no plain cell, and can be selected
    <td
      className={classOf(props)}
      data-day={day}
      data-badge={badge}
      aria-label={label}
      aria-selected={mark !== undefined}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={reachable ? 0 : -1}
    >
      {Number(day.slice(8))}
    </td>
  )
})
