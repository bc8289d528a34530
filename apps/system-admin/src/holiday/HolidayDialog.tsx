import { globalHolidays, type Holiday, holidayList, holidaySave } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { fieldOf } from '@atrium/ui-kit'
import { today, yearOf } from '@atrium/ui-kit/calendar'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { useState } from 'react'
import { useSystemText } from '../texts/index.ts'
import { CalendarField } from './CalendarField.tsx'
import { DayChips } from './DayChips.tsx'
import { DayRanges } from './DayRanges.tsx'
import type { GlobalHolidays } from './use-global-holidays.ts'
import { historyOf } from './use-holiday-columns.tsx'
import './holiday.css'

interface Props {
  readonly state: EntityDialogState<Holiday>
  readonly global: GlobalHolidays
}

const lists = [holidayList]

const Field = fieldOf(holidaySave)

const show: ShowValue<typeof holidaySave> = {
  lawHolidays: (days) => <DayRanges days={days} />,
  extraWorkdays: (days) => <DayRanges days={days} />,
}

/** Edits the calendar of a tenant, or the global one. */
export function HolidayDialog({ state, global }: Props) {
  const t = useSystemText()
  const label = useLabels('holiday')
  const [year, setYear] = useState(() => yearOf(today()))
  const { tenantId, tenantName: tenant } = state.subject?.values ?? {}
  const ofTenant = tenantId !== globalHolidays
  return (
    <EntityDialog
      state={state}
      call={holidaySave}
      name={ofTenant ? t('holiday.of', { tenant }) : t('holiday.globalName')}
      width={1000}
      history={(calendar) => historyOf(calendar, ofTenant ? calendar.tenantName : t('holiday.global'))}
      refreshes={lists}
      show={show}
    >
      <CalendarField year={year} onYear={setYear} global={ofTenant ? global : undefined} />
      <div className="field-row">
        <Field name="lawHolidays">
          <DayChips label={label('lawHolidays')} year={year} />
        </Field>
        <Field name="extraWorkdays">
          <DayChips label={label('extraWorkdays')} year={year} />
        </Field>
      </div>
    </EntityDialog>
  )
}
