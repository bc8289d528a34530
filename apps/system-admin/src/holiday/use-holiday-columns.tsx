import type { Holiday } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { today, yearOf } from '@atrium/ui-kit/calendar'
import { type Column, editColumn } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { countIn } from './calendar.ts'

/** A tenant with its calendar. The calendar has no id until it is saved. */
interface TenantRow {
  readonly id: string
  readonly tenantName: string
  readonly calendar: Holiday
}

/** Returns a calendar as the audit trail knows it; undefined before it is first saved. */
export const historyOf = ({ id }: Holiday, name: string) =>
  id === '' ? undefined : { entity: 'holiday', entityId: id, name }

export const rowOf = (calendar: Holiday): TenantRow => ({
  id: calendar.tenantId,
  tenantName: calendar.tenantName,
  calendar,
})

/** Returns the columns of the calendar list, with each tenant's days of this and the next year. */
export function useHolidayColumns(edit: (calendar: Holiday) => void): readonly Column<TenantRow>[] {
  const t = useSystemText()
  const label = useLabels('holiday')
  return useMemo(() => {
    const summary = (year: number, { lawHolidays, extraWorkdays }: Holiday) => {
      const [holidays, workdays] = [countIn(year, lawHolidays), countIn(year, extraWorkdays)]
      const parts = [
        ...(holidays > 0 ? [t('holiday.holidays', { count: holidays })] : []),
        ...(workdays > 0 ? [t('holiday.workdays', { count: workdays })] : []),
      ]
      if (parts.length > 0) return parts.join(t('holiday.summaryComma'))
      return <span className="holiday-none">{t('holiday.onlyGlobal')}</span>
    }
    const present = yearOf(today())
    const years = [present, present + 1].map((year) => ({
      key: `year-${year - present}`,
      title: t('holiday.year', { year }),
      width: 200,
      render: ({ calendar }: TenantRow) => summary(year, calendar),
    }))
    return [
      { key: 'tenantName', title: label('tenantName'), width: 280, always: true },
      ...years,
      editColumn({
        name: ({ tenantName }) => tenantName,
        history: ({ calendar }) => historyOf(calendar, calendar.tenantName) ?? 'none',
        edit: ({ calendar }) => edit(calendar),
        width: 104,
      }),
    ]
  }, [t, label, edit])
}
