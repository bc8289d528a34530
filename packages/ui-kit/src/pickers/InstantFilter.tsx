import { type KeyboardEvent, useId, useState } from 'react'
import { shownInstant } from '../base/instant.ts'
import { useKitText } from '../texts/index.ts'
import { DateInput } from './DateInput.tsx'

export interface InstantFilterProps {
  readonly label: string
  /** ISO 8601 timestamp, UTC; '' for none. */
  readonly value: string
  readonly placeholder: string
  /** First instant that the panel offers and that can be chosen, as ISO 8601; '' for no limit. */
  readonly earliest: string
  /** Returns why an instant cannot be chosen; undefined if it can. */
  readonly problemOf: (instant: string) => string | undefined
  /** Why the server rejected the value. */
  readonly rejection?: string | undefined
  readonly onChange: (instant: string) => void
}

/** Number of characters of a typed instant with its seconds. */
const whole = 'yyyy-MM-dd HH:mm:ss'.length

/**
 * Returns the instant of a typed date and time in the browser's time zone, as ISO 8601; undefined if it is none. The
 * time may lack its seconds, or be missing.
 */
function instantOf(typed: string): string | undefined {
  const [, day, time = '00:00:00'] =
    /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(typed) ?? []
  if (day === undefined) return undefined
  const instant = new Date(`${day}T${time}`)
  // JavaScript takes 31 April for 1 May.
  const exists = !Number.isNaN(instant.getTime()) && instant.getDate() === Number(day.slice(8))
  return exists ? instant.toISOString() : undefined
}

const textOf = (value: string): string =>
  value === '' || Number.isNaN(Date.parse(value)) ? value : shownInstant(value)

/**
 * A list filter by a past instant, to the second, in the browser's time zone. A typed instant takes effect once it is
 * complete, or when the field is left.
 */
export function InstantFilter(props: InstantFilterProps) {
  const { label, value, placeholder, earliest, problemOf, rejection, onChange } = props
  const t = useKitText()
  const id = useId()
  const [typed, type] = useState(() => textOf(value))
  const [seen, setSeen] = useState(value)
  const [problem, setProblem] = useState<string>()
  // The value changed from outside, such as by the back button or cleared filters.
  if (seen !== value) {
    setSeen(value)
    type(textOf(value))
    setProblem(undefined)
  }
  const apply = (text: string) => {
    const instant = text === '' ? '' : instantOf(text)
    const found =
      instant === undefined
        ? t('picker.date', { day: shownInstant(new Date().toISOString()) })
        : instant && problemOf(instant)
    setProblem(found || undefined)
    if (found || instant === undefined) return
    type(textOf(instant))
    // The seconds are the finest that the field shows.
    if (textOf(instant) === textOf(value)) return
    setSeen(instant)
    onChange(instant)
  }
  const change = (next: string) => {
    type(next)
    setProblem(undefined)
    if (next === '' || next.length === whole) apply(next)
  }
  const shown = problem ?? (typed === textOf(value) ? rejection : undefined)
  return (
    <div className="instant-filter">
      <label htmlFor={id}>{label}</label>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: users interact with the field inside */}
      <div onKeyDown={({ key }: KeyboardEvent) => key === 'Enter' && apply(typed.trim())}>
        <DateInput
          id={id}
          label={label}
          placeholder={placeholder}
          withTime
          earliest={earliest === '' ? undefined : textOf(earliest).slice(0, 10)}
          value={typed}
          onChange={change}
          onBlur={() => apply(typed.trim())}
          error={shown !== undefined}
        />
        {shown && (
          <span role="alert" className="instant-filter-problem">
            {shown}
          </span>
        )}
      </div>
    </div>
  )
}
