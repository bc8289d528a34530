import { useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { DateInput } from './DateInput.tsx'

interface DayFilterProps {
  readonly label: string
  /** Day as yyyy-MM-dd, or ''. */
  readonly value: string
  readonly error: boolean
  readonly onChange: (day: string) => void
}

const isDay = (typed: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(typed) && !Number.isNaN(Date.parse(`${typed}T00:00:00Z`))

/** An input for a day that is typed or chosen. A typed day takes effect once it is complete. */
function DayFilter({ label, value, error, onChange }: DayFilterProps) {
  const [typed, type] = useState(value)
  const [seen, setSeen] = useState(value)
  // The value changed from outside, such as by the back button or cleared filters.
  if (seen !== value) {
    setSeen(value)
    type(value)
  }
  const change = (next: string) => {
    const day = next.trim()
    type(day)
    if ((day !== '' && !isDay(day)) || day === value) return
    setSeen(day)
    onChange(day)
  }
  const isWrong = typed.length >= 10 && !isDay(typed)
  return (
    <DateInput
      label={label}
      placeholder={label}
      value={typed}
      onChange={change}
      // Text that is not a day has no effect, so reset it instead of leaving it in the field.
      onBlur={() => type(value)}
      error={error || isWrong}
    />
  )
}

export interface PeriodFilterProps {
  /** Days as yyyy-MM-dd; '' for no limit. */
  readonly startTime: string
  readonly endTime: string
  readonly onChange: (patch: { readonly startTime: string } | { readonly endTime: string }) => void
}

/** A list filter by a period of days, both ends included. */
export function PeriodFilter({ startTime, endTime, onChange }: PeriodFilterProps) {
  const t = useKitText()
  const isReversed = startTime !== '' && endTime !== '' && startTime > endTime
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className="period-filter" role="group" aria-label={t('picker.period')}>
      <DayFilter
        label={t('picker.startDate')}
        value={startTime}
        error={isReversed}
        onChange={(day) => onChange({ startTime: day })}
      />
      <span aria-hidden="true">–</span>
      <DayFilter
        label={t('picker.endDate')}
        value={endTime}
        error={isReversed}
        onChange={(day) => onChange({ endTime: day })}
      />
      {isReversed && (
        <span role="alert" className="period-filter-problem">
          {t('picker.periodReversed')}
        </span>
      )}
    </div>
  )
}
