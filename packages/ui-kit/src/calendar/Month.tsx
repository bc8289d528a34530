import { DayCell } from './DayCell.tsx'
import { type Day, weeksOf } from './days.ts'
import type { Marks } from './marks.ts'
import type { DayNames } from './names.ts'
import type { DayWords } from './useDayWords.ts'

export interface MonthProps {
  readonly year: number
  /** From 1. */
  readonly month: number
  readonly marks: Marks
  readonly general: Marks
  readonly names: DayNames
  readonly words: DayWords
  readonly today: Day
  readonly reachable: Day
}

/** One month of the calendar. */
export function Month({ year, month, marks, general, names, words, today, reachable }: MonthProps) {
  return (
    <div className="calendar-month">
      <p className="calendar-month-name" aria-hidden="true">
        {names.month(month)}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the pattern of a calendar is a grid of days */}
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
                    reachable={day === reachable}
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
