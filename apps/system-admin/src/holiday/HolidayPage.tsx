import { type Holiday, holidayList } from '@atrium/contract'
import { Button } from '@atrium/ui-kit'
import { EmptyState, KeywordInput, ListPage, useList } from '@atrium/ui-kit/list'
import { useEntityDialog } from '@atrium/ui-kit/overlay'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'
import { GlobalDialog } from './GlobalDialog.tsx'
import { HolidayDialog } from './HolidayDialog.tsx'
import { useGlobalHolidays } from './use-global-holidays.ts'
import { rowOf, useHolidayColumns } from './use-holiday-columns.tsx'

const filters = { keyWord: '' }

/** Lists the holiday calendars of tenants and the global one. */
export default function HolidayPage() {
  const t = useSystemText()
  const list = useList(holidayList, { filters })
  const rows = useMemo(() => list.rows?.map(rowOf), [list.rows])
  const dialog = useEntityDialog<Holiday>()
  const global = useGlobalHolidays(dialog.edit)
  const columns = useHolidayColumns(dialog.edit)
  return (
    <>
      <ListPage
        title={t('holiday.title')}
        purpose={t('holiday.purpose')}
        action={
          <Button type="primary" loading={global.opening} onClick={global.open}>
            {t('holiday.global')}
          </Button>
        }
        name="holiday"
        list={{ ...list, rows }}
        columns={columns}
        filters={
          <KeywordInput
            placeholder={t('holiday.search')}
            value={list.state.values.keyWord ?? ''}
            onChange={(keyWord) => list.state.filter({ keyWord })}
          />
        }
        empty={<EmptyState title={t('holiday.empty')} hint={t('holiday.emptyHint')} />}
      />
      <HolidayDialog state={dialog} global={global} />
      <GlobalDialog global={global} />
    </>
  )
}
