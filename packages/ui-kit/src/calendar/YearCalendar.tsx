import { type KeyboardEvent, useLayoutEffect, useRef, useState } from 'react'
import { useKitText } from '../texts/index.ts'
import { DayKindChoice, Legend, YearSwitch } from './CalendarTools.tsx'
import { type DayKind, type DayKinds, today } from './days.ts'
import { useDayMarking, useFocusableDay } from './interaction.ts'
import { Month } from './Month.tsx'
import { useDayNames, useDayWords } from './names.ts'

export interface YearCalendarProps {
  readonly year: number
  readonly onYear: (year: number) => void
  /** Years that can be shown. */
  readonly years: { readonly first: number; readonly last: number }
  readonly marks: DayKinds
  /** Marks that apply to everybody, shown faintly on days without their own mark. */
  readonly general?: DayKinds
  /** Called with all marks when days are marked; without it the calendar is read-only. */
  readonly onChange?: (marks: DayKinds) => void
}

const months = Array.from({ length: 12 }, (_, index) => index + 1)
const none: DayKinds = new Map()
const nothing = (): void => undefined

/** Shows the days of a year, and marks them as holidays or workdays by mouse, touch or keyboard. */
export function YearCalendar({ year, onYear, years, marks, general, onChange }: YearCalendarProps) {
  const t = useKitText()
  const names = useDayNames()
  const words = useDayWords()
  const root = useRef<HTMLDivElement>(null)
  const [kind, setKind] = useState<DayKind>('holiday')
  const focusable = useFocusableDay({ year, years, onYear, root })
  const marking = useDayMarking({ marks, kind, onChange: onChange ?? nothing, onReach: focusable.put })
  const onKeyDown = (event: KeyboardEvent) => {
    if (!focusable.step(event) && onChange) marking.onKeyDown(event)
  }
  const present = today()
  useLayoutEffect(() => {
    // The current year's calendar opens at the current month.
    root.current
      ?.querySelector('[aria-current="date"]')
      ?.closest('.calendar-month')
      ?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <div className="calendar">
      <div className="calendar-tools">
        <YearSwitch year={year} years={years} onYear={onYear} />
        {onChange && <DayKindChoice chosen={kind} onChange={setKind} />}
      </div>
      <div className="calendar-notes">
        <Legend own={!onChange} general={general !== undefined} />
        {onChange && <p className="calendar-hint">{t('calendar.hint')}</p>}
      </div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: users interact with the days inside */}
      <div
        ref={root}
        className={onChange ? 'calendar-months calendar-markable' : 'calendar-months'}
        {...(onChange && marking)}
        onFocus={focusable.onFocus}
        onKeyDown={onKeyDown}
      >
        {months.map((month) => (
          <Month
            key={month}
            year={year}
            month={month}
            marks={marks}
            names={names}
            words={words}
            general={general ?? none}
            today={present}
            focusable={focusable.day}
          />
        ))}
      </div>
    </div>
  )
}
