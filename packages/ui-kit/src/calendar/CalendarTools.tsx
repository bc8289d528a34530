import { Button } from '@arco-design/web-react'
import { IconLeft, IconRight } from '@arco-design/web-react/icon'
import { useId } from 'react'
import { useKitText } from '../texts/index.ts'
import type { DayKind } from './days.ts'

interface YearSwitchProps {
  readonly year: number
  readonly years: { readonly first: number; readonly last: number }
  readonly onYear: (year: number) => void
}

/** Shows the selected year, with buttons for the years before and after. */
export function YearSwitch({ year, years, onYear }: YearSwitchProps) {
  const t = useKitText()
  return (
    <div className="calendar-years">
      <Button
        icon={<IconLeft />}
        aria-label={t('calendar.previousYear')}
        disabled={year <= years.first}
        onClick={() => onYear(year - 1)}
      />
      <span className="calendar-year" aria-live="polite">
        {t('calendar.year', { year })}
      </span>
      <Button
        icon={<IconRight />}
        aria-label={t('calendar.nextYear')}
        disabled={year >= years.last}
        onClick={() => onYear(year + 1)}
      />
    </div>
  )
}

const kinds: readonly DayKind[] = ['holiday', 'workday']

interface DayKindChoiceProps {
  readonly chosen: DayKind
  readonly onChange: (kind: DayKind) => void
}

/** Selects the kind that clicked days are marked as. Also serves as the legend of the colours. */
export function DayKindChoice({ chosen, onChange }: DayKindChoiceProps) {
  const t = useKitText()
  const name = useId()
  return (
    <fieldset className="calendar-day-kind">
      <legend>{t('calendar.markAs')}</legend>
      {kinds.map((kind) => (
        <label key={kind}>
          <input type="radio" name={name} checked={chosen === kind} onChange={() => onChange(kind)} />
          <Sample kind={kind} />
          {t(`calendar.${kind}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** Explains the colours of days that cannot be marked here. */
export function Legend({ general, own }: { readonly general: boolean; readonly own: boolean }) {
  const t = useKitText()
  if (!general && !own) return null
  return (
    <ul className="calendar-legend">
      {own &&
        kinds.map((kind) => (
          <li key={kind}>
            <Sample kind={kind} />
            {t(`calendar.${kind}`)}
          </li>
        ))}
      {general &&
        kinds.map((kind) => (
          <li key={kind}>
            <Sample kind={kind} general />
            {t('calendar.generally', { mark: t(`calendar.${kind}`) })}
          </li>
        ))}
    </ul>
  )
}

function Sample({ kind, general = false }: { readonly kind: DayKind; readonly general?: boolean }) {
  const t = useKitText()
  return (
    <span
      aria-hidden="true"
      className={`calendar-sample ${general ? `calendar-general calendar-general-${kind}` : `calendar-${kind}`}`}
    >
      {t(`calendar.${kind}Badge`)}
    </span>
  )
}
