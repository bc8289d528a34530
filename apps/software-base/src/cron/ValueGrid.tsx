import type { CronFieldName } from '@atrium/contract/cron'
import { useLanguage } from '@atrium/shared-api'
import { type KeyboardEvent, useState } from 'react'
import { offeredValues } from './draft.ts'
import { nameOfValue } from './names.ts'

interface Props {
  readonly name: CronFieldName
  /** Ticked values, in ascending order. */
  readonly values: readonly number[]
  readonly label: string
  readonly onChange: (values: readonly number[]) => void
}

const moves: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowUp: -1,
  ArrowRight: 1,
  ArrowDown: 1,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
}

/** Shows the values of a field as checkboxes. The grid is one stop in the tab order, and arrow keys move within it. */
export function ValueGrid({ name, values, label, onChange }: Props) {
  const language = useLanguage()
  const [year] = useState(() => new Date().getFullYear())
  const offered = offeredValues(name, values, year)
  const [present, setPresent] = useState(values[0] ?? offered[0])

  const toggle = (value: number): void => {
    const others = values.filter((one) => one !== value)
    onChange(others.length < values.length ? others : [...values, value].sort((one, other) => one - other))
  }
  const move = (event: KeyboardEvent<HTMLInputElement>, index: number): void => {
    const step = moves[event.key]
    if (step === undefined) return
    event.preventDefault()
    const boxes = event.currentTarget.closest('fieldset')?.querySelectorAll('input')
    boxes?.[Math.max(0, Math.min(offered.length - 1, index + step))]?.focus()
  }
  return (
    <fieldset className={`cron-values cron-values-${name}`} aria-label={label}>
      {offered.map((value, index) => (
        <label key={value}>
          <input
            type="checkbox"
            checked={values.includes(value)}
            tabIndex={value === present ? 0 : -1}
            onFocus={() => setPresent(value)}
            onChange={() => toggle(value)}
            onKeyDown={(event) => move(event, index)}
          />
          {nameOfValue(name, value, language, 'short')}
        </label>
      ))}
    </fieldset>
  )
}
