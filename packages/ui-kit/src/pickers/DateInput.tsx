import { Input } from '@arco-design/web-react'
import { type KeyboardEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { deploymentDay } from '../base/instant.ts'
import { lazyPart } from '../base/lazy-part.tsx'
import { useNarrow } from '../base/use-narrow.ts'
import { useKitText } from '../texts/index.ts'
import type { DatePanelProps, Period } from './DatePanel.tsx'

/** If the panel cannot be loaded, users type the date. */
const nothing = (): ReactNode => null

const DatePanel = lazyPart<DatePanelProps>(
  () => import(/* webpackChunkName: "date-panel" */ './DatePanel.tsx'),
  nothing,
)

/** Returns the current day in UTC, as in the rule for birthdays. */
const utcDay = (): string => new Date().toISOString().slice(0, 10)

export interface DateInputProps {
  readonly id?: string
  /** Date as yyyy-MM-dd, or the text typed so far. */
  readonly value?: string
  readonly onChange?: (value: string) => void
  readonly onBlur?: (event: unknown) => void
  readonly error?: boolean
  readonly placeholder?: string
  /** Accessible name; by default the label of the `Field`. */
  readonly label?: string
  readonly autoComplete?: string
  readonly disabled?: boolean
  /** Whether this is a birthday. The panel disables future days. */
  readonly past?: boolean
  /** First day that the panel offers, as yyyy-MM-dd. */
  readonly earliest?: string
  /** Last day that the panel offers, as yyyy-MM-dd. */
  readonly latest?: string
  /** Whether a time of day follows the date, as HH:mm:ss. */
  readonly withTime?: boolean
  /** The period that this date is one end of. Except on narrow screens, the panel then chooses both ends together. */
  readonly period?: Period
}

/**
 * An input for a date, or a date and a time. The user types it, or chooses the date in a panel next to it. Invalid text
 * stays, and the form shows the error.
 */
export function DateInput(props: DateInputProps) {
  const { value = '', onChange, past = false, earliest, latest, withTime = false, ...others } = props
  const { placeholder, label, period, ...input } = others
  const t = useKitText()
  const narrow = useNarrow()
  const box = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const closeByKey = (event: KeyboardEvent): void => {
    if (!open || event.key !== 'Escape') return
    // Otherwise Escape would also close the dialog around the input.
    event.stopPropagation()
    setOpen(false)
  }
  const focus = (): void => box.current?.querySelector('input')?.focus()
  const choose = (day: string): void => {
    onChange?.(withTime && day !== '' ? `${day} ${value.slice(11) || '00:00:00'}` : day)
    focus()
  }
  const both = period && {
    ...period,
    onChoose: (first: string, last: string) => {
      period.onChoose(first, last)
      focus()
    },
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: users interact with the field and the panel inside
    <div ref={box} onKeyDown={closeByKey}>
      <Input
        {...input}
        aria-label={label}
        value={value}
        onChange={(typed) => onChange?.(typed)}
        maxLength={withTime ? 19 : 10}
        placeholder={placeholder ?? t('picker.date', { day: past ? '1990-01-31' : deploymentDay() })}
        suffix={
          <Suspense>
            <DatePanel
              value={value.slice(0, 10)}
              earliest={earliest}
              latest={latest ?? (past ? utcDay() : undefined)}
              disabled={input.disabled}
              open={open}
              label={t('picker.openCalendar')}
              onOpen={setOpen}
              onChoose={choose}
              period={narrow ? undefined : both}
            />
          </Suspense>
        }
      />
    </div>
  )
}
