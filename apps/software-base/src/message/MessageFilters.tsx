import { isArrive } from '@atrium/contract'
import type { List } from '@atrium/ui-kit/list'
import { LookupSelect, PeriodFilter, SoftwareFilter } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSoftwareBaseText } from '../texts/index.ts'

/** Filters that both lists share. */
export const messageFilters = { softId: '', isArrive: '', startTime: '', endTime: '' }

/** Filters a list of messages by product, arrival and days. */
export function MessageFilters({ state }: Pick<List<never>, 'state'>) {
  const t = useSoftwareBaseText()
  const { softId = '', isArrive: arrived = '', startTime = '', endTime = '' } = state.values
  const choices = useMemo(
    () => [
      { value: String(isArrive.yes), label: t('message.delivered') },
      { value: String(isArrive.no), label: t('message.notDelivered') },
    ],
    [t],
  )
  return (
    <>
      <SoftwareFilter value={softId} onChange={(chosen) => state.choose({ softId: chosen })} />
      <LookupSelect
        className="message-arrival"
        label={t('message.arrival')}
        placeholder={t('message.arrival')}
        allowClear
        choices={choices}
        value={arrived}
        onChange={(chosen) => state.choose({ isArrive: chosen })}
      />
      <PeriodFilter startTime={startTime} endTime={endTime} onChange={state.choose} />
    </>
  )
}
