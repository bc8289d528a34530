import { calendarYears } from '@atrium/contract'
import { Button, Form } from '@atrium/ui-kit'
import { YearCalendar } from '@atrium/ui-kit/calendar'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { dayKindsOf, daysIn } from './calendar.ts'
import type { GlobalHolidays } from './use-global-holidays.ts'

interface Props {
  readonly year: number
  readonly onYear: (year: number) => void
  /** Global calendar to show in addition, undefined if the edited calendar is the global one. */
  readonly global: GlobalHolidays | undefined
}

/** Calendar that edits the form's two lists of days. */
export function CalendarField({ year, onYear, global }: Props) {
  const t = useSystemText()
  const { form } = Form.useFormContext()
  const lawHolidays = String(Form.useWatch('lawHolidays', form) ?? '')
  const extraWorkdays = String(Form.useWatch('extraWorkdays', form) ?? '')
  const marks = useMemo(() => dayKindsOf({ lawHolidays, extraWorkdays }), [lawHolidays, extraWorkdays])
  return (
    <>
      {global?.failed && (
        <p className="holiday-note" role="alert">
          {t('holiday.globalFailed')}
          <Button type="text" size="small" onClick={global.retry}>
            {t('action.retry')}
          </Button>
        </p>
      )}
      <YearCalendar
        year={year}
        onYear={onYear}
        years={calendarYears}
        marks={marks}
        general={global?.marks}
        onChange={(changed) => form.setFieldsValue(daysIn(changed))}
      />
    </>
  )
}
