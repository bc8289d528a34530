import { calendarYears } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { type DayKinds, today, YearCalendar, yearOf } from '@atrium/ui-kit/calendar'
import { Dialog } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useSystemText } from '../texts/index.ts'
import type { GlobalHolidays } from './use-global-holidays.ts'

const none: DayKinds = new Map()

/** Shows the global calendar to users who cannot edit it. */
export function GlobalDialog({ global }: { readonly global: GlobalHolidays }) {
  const t = useSystemText()
  const [year, setYear] = useState(() => yearOf(today()))
  return (
    <Dialog
      open={global.reading}
      title={t('holiday.global')}
      width={1000}
      onClose={global.close}
      footer={<Button onClick={global.close}>{t('action.close')}</Button>}
    >
      <p className="holiday-note">{t('holiday.readOnly')}</p>
      <YearCalendar year={year} onYear={setYear} years={calendarYears} marks={global.marks ?? none} />
    </Dialog>
  )
}
