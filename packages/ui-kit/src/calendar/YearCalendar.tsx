import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { BrushChoice, Legend, YearSwitch } from './CalendarTools.tsx'
import type { Mark, Marks } from './days.ts'
import { today } from './days.ts'
import { usePainting, useReachableDay } from './interaction.ts'
import { Month } from './Month.tsx'
import { useDayNames, useDayWords } from './names.ts'

export interface YearCalendarProps {
  readonly year: number
  readonly onYear: (year: number) => void
  /** The years that can be shown. */
  readonly years: { readonly first: number; readonly last: number }
  readonly marks: Marks
  /** Marks that hold for everybody, shown quietly where a day has none of its own. */
  readonly general?: Marks
  /** Called with all marks when days are marked; without it the calendar is for reading. */
  readonly onChange?: (marks: Marks) => void
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const none: Marks = new Map()
const nothing = (): void => undefined

/** The days of a year, to be marked as holidays and as workdays by mouse, finger or keyboard. */
export function YearCalendar({ year, onYear, years, marks, general, onChange }: YearCalendarProps) {
  const t = useKitText()
  const names = useDayNames()
  const words = useDayWords()
  const root = useRef<HTMLDivElement>(null)
  const [brush, setBrush] = useState<Mark>('holiday')
  const reachable = useReachableDay({ year, years, onYear, root })
  const painting = usePainting({ marks, brush, onChange: onChange ?? nothing, onReach: reachable.put })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!reachable.step(event) && onChange) painting.onKeyDown(event)
  }
  const present = today()
  useLayoutEffect(() => {
    // Who opens this year's calendar looks for the days to come.
    root.current
      ?.querySelector('[aria-current="date"]')
      ?.closest('.calendar-month')
      ?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div className="calendar">
      <div className="calendar-tools">
        <YearSwitch year={year} years={years} onYear={onYear} />
        {onChange && <BrushChoice brush={brush} onChange={setBrush} />}
      </div>
      <div className="calendar-notes">
        <Legend own={!onChange} general={general !== undefined} />
        {onChange && <p className="calendar-hint">{t('calendar.hint')}</p>}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the days in it are what is interacted with */}
      <div
        ref={root}
        className={onChange ? 'calendar-months calendar-markable' : 'calendar-months'}
        {...(onChange && painting)}
        onFocus={reachable.onFocus}
        onKeyDown={onKeyDown}
      >
        {months.map((month) => (
          <Month
            key={month}
            {...{ year, month, marks, names, words }}
            general={general ?? none}
            today={present}
            reachable={reachable.day}
          />
        ))}
      </div>
    </div>
  )
}
