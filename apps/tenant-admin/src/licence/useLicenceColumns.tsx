import type { Licence, licenceList } from '@atrium/contract'
import { profile, useContractText, useLabels } from '@atrium/shared-api'
import {
  type ColumnsOf,
  LicenceState,
  StatusTag,
  type Tone,
  UsageBar,
  useLicencePeriod,
} from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { daysBetween, todayIn } from './days.ts'

/** How many days before its end a licence's last reminder but one is sent: from then on the days are few. */
const fewDays = 7

const toneOf = ({ state }: Licence, days: number): Tone => {
  if (state !== 'ending') return 'plain'
  return days <= fewDays ? 'bad' : 'warning'
}

/** The columns of the list of licences as those see it who have them. */
export function useLicenceColumns(): ColumnsOf<typeof licenceList> {
  const t = useTenantText()
  const shared = useContractText()
  const period = useLicencePeriod()
  const label = useLabels('licence')
  return useMemo(() => {
    const today = todayIn(profile().timeZone)
    /** How many days a licence still has, or when it begins; nothing where that is no question. */
    const remaining = (licence: Licence) => {
      const { state, timeEnable, startTime, endTime } = licence
      if (state === 'upcoming') return t('licence.inDays', { count: daysBetween(today, startTime) })
      if (!timeEnable || (state !== 'open' && state !== 'ending')) return null
      const days = daysBetween(today, endTime)
      return (
        <StatusTag tone={toneOf(licence, days)}>
          {days === 0 ? t('licence.lastDay') : t('licence.daysLeft', { count: days })}
        </StatusTag>
      )
    }
    const most = (limited: boolean, maximum: number) =>
      limited ? maximum.toLocaleString() : shared('licence.unlimited')
    /** What is said beside a bar: how much is used and what part of the limit that is, or that nothing is left. */
    const words = (used: number, maximum: number): string => {
      if (used > maximum)
        return `${used.toLocaleString()} · ${t('licence.beyond', { count: used - maximum })}`
      const part = Math.floor((used / maximum) * 100)
      return `${used.toLocaleString()} · ${used === maximum ? t('licence.full') : `${part}%`}`
    }
    const usage = (
      field: 'nowStudyNum' | 'nowUserNum',
      licence: Licence,
      limited: boolean,
      maximum: number,
    ) =>
      limited ? (
        <UsageBar
          label={`${label(field)} ${licence.softwareName}`}
          used={licence[field]}
          most={maximum}
          text={words(licence[field], maximum)}
        />
      ) : (
        licence[field].toLocaleString()
      )
    return [
      { key: 'tenantName', title: label('tenantName'), width: 130, always: true },
      { key: 'softwareName', title: label('softwareName'), width: 140, always: true },
      { key: 'state', title: label('state'), width: 96, render: (row) => <LicenceState state={row.state} /> },
      {
        key: 'endTime',
        title: t('licence.time'),
        width: 206,
        sortable: true,
        render: period,
      },
      { key: 'remaining', title: t('licence.remaining'), width: 110, render: remaining },
      {
        key: 'maxStudy',
        title: label('maxStudy'),
        width: 104,
        render: ({ studyEnable, maxStudy }) => most(studyEnable, maxStudy),
      },
      {
        key: 'nowStudyNum',
        title: label('nowStudyNum'),
        width: 160,
        render: (row) => usage('nowStudyNum', row, row.studyEnable, row.maxStudy),
      },
      {
        key: 'maxUser',
        title: label('maxUser'),
        width: 104,
        render: ({ userEnable, maxUser }) => most(userEnable, maxUser),
      },
      {
        key: 'nowUserNum',
        title: label('nowUserNum'),
        width: 160,
        render: (row) => usage('nowUserNum', row, row.userEnable, row.maxUser),
      },
    ]
  }, [t, shared, period, label])
}
