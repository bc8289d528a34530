import { daysOf } from '@atrium/contract'
import { rangesOf, useDayNames, yearOf } from '@atrium/ui-kit/calendar'
import { IconClose } from '@atrium/ui-kit/icons'
import { useRef } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Props {
  /** Label of the kind of days. */
  readonly label: string
  /** Year whose days are listed. */
  readonly year: number
  /** Days separated by commas. Inside a `Field`, the form sets the value and the handler. */
  readonly value?: string
  readonly onChange?: (value: string) => void
}

/** Lists the chosen days of a year with buttons to remove them. Consecutive days form one range. */
export function DayChips({ label, year, value = '', onChange }: Props) {
  const t = useSystemText()
  const names = useDayNames()
  const list = useRef<HTMLUListElement>(null)
  const days = daysOf(value)
  const shown = days.filter((day) => yearOf(day) === year)
  const remove = (first: string, last: string) => {
    onChange?.(days.filter((day) => day < first || day > last).join(','))
    list.current?.focus()
  }
  return (
    <div className="day-chips">
      <ul ref={list} tabIndex={-1} aria-label={label}>
        {rangesOf(shown).map(({ first, last }) => {
          const text = names.range(first, last)
          return (
            <li key={first}>
              {text}
              <button
                type="button"
                className="icon-button"
                aria-label={t('holiday.remove', { days: text })}
                onClick={() => remove(first, last)}
              >
                <IconClose />
              </button>
            </li>
          )
        })}
      </ul>
      <span className="holiday-none">
        {shown.length === 0
          ? t('holiday.noDays', { year })
          : t('holiday.dayCount', { year, count: shown.length })}
        {days.length > shown.length && t('holiday.otherYears', { count: days.length - shown.length })}
      </span>
    </div>
  )
}
