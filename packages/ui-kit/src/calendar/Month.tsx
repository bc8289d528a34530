import { memo } from 'react'
import { type Day, type DayKind, type DayKinds, isWeekend, weeksOf } from './days.ts'
import type { DayNames, DayWords } from './names.ts'

interface Props {
  readonly day: Day
  /** Date and mark of the day, in words. */
  readonly label: string
  readonly mark: DayKind | undefined
  /** Mark of the day that applies to everybody. */
  readonly general: DayKind | undefined
  /** Character next to the number of a marked day, because colour must not be the only sign. The label names the mark. */
  readonly badge: string | undefined
  readonly isToday: boolean
  /** Whether this day is the only one of the calendar in the tab order. */
  readonly focusable: boolean
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

/** A day of the calendar. Few of 366 days change at a time, so the others are not rendered again. */
const DayCell = memo((props: Props) => {
  const { day, label, mark, badge, isToday, focusable } = props
  return (
    // biome-ignore lint/a11y/useAriaPropsSupportedByRole: unlike a plain cell, a grid cell can be selected
    <td
      className={classOf(props)}
      data-day={day}
      data-badge={badge}
      aria-label={label}
      aria-selected={mark !== undefined}
      aria-current={isToday ? 'date' : undefined}
      tabIndex={focusable ? 0 : -1}
    >
      {Number(day.slice(8))}
    </td>
  )
})

interface MonthProps {
  readonly year: number
  /** Month number, from 1. */
  readonly month: number
  readonly marks: DayKinds
  readonly general: DayKinds
  readonly names: DayNames
  readonly words: DayWords
  readonly today: Day
  readonly focusable: Day
}

export function Month({ year, month, marks, general, names, words, today, focusable }: MonthProps) {
  return (
    <div className="calendar-month">
      <p className="calendar-month-name" aria-hidden="true">
        {names.month(month)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA pattern of a calendar is a grid of days */}
      <table role="grid" aria-multiselectable="true" aria-label={names.monthOfYear(year, month)}>
        <thead>
          <tr>
            {names.weekdays.map(({ narrow, long }) => (
              <th key={long} scope="col" aria-label={long}>
                {narrow}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(year, month).map((week) => (
            <tr key={week.find(Boolean)}>
              {week.map((day, index) =>
                day ? (
                  <DayCell
                    key={day}
                    day={day}
                    label={words.label(day, marks.get(day), general.get(day))}
                    mark={marks.get(day)}
                    general={general.get(day)}
                    badge={words.badge(marks.get(day) ?? general.get(day))}
                    isToday={day === today}
                    focusable={day === focusable}
                  />
                ) : (
                  <td key={index} />
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
