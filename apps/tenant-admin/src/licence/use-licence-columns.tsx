import type { Licence, licenceList } from '@atrium/contract'
import { profile, useContractText, useLabels } from '@atrium/shared-api'
import { LicenceHoldersButton } from '@atrium/ui-kit/licence-holders'
import {
  type ColumnsOf,
  LicenceState,
  StatusTag,
  type Tone,
  UsageBar,
  useHistoryColumn,
  useInZone,
  useLicencePeriod,
} from '@atrium/ui-kit/list'
import { type ReactNode, useMemo } from 'react'
import { useTenantText } from '../texts/index.ts'
import { daysBetween, todayIn } from './days.ts'
import './licence.css'

/** Number of remaining days from which a licence is marked as urgent. The second-to-last reminder is sent then. */
const fewDays = 7

const nameOf = ({ tenantName, softwareName }: Licence): string => `${tenantName} · ${softwareName}`

const historyOf = ({ id }: Licence) => ({ entity: 'tenant_software', entityId: id })

const toneOf = ({ state }: Licence, days: number): Tone => {
  if (state !== 'ending') return 'plain'
  return days <= fewDays ? 'bad' : 'warning'
}

/** Renders the text beside a bar. */
type Show = (text: string) => ReactNode

/** Returns the columns of a tenant's own licence list. */
export function useLicenceColumns(): ColumnsOf<typeof licenceList> {
  const t = useTenantText()
  const shared = useContractText()
  const period = useLicencePeriod()
  const inZone = useInZone()
  const label = useLabels('licence')
  const history = useHistoryColumn(nameOf, historyOf)
  return useMemo(() => {
    const today = todayIn(profile().timeZone)
    /** Shows a licence's remaining days, or the days until it begins. Shows nothing if neither applies. */
    const days = (licence: Licence) => {
      const { state, timeEnable, startTime, endTime } = licence
      if (state === 'upcoming') return t('licence.inDays', { count: daysBetween(today, startTime) })
      if (!timeEnable || (state !== 'open' && state !== 'ending')) return null
      const left = daysBetween(today, endTime)
      return (
        <StatusTag tone={toneOf(licence, left)}>
          {left === 0 ? t('licence.lastDay') : t('licence.daysLeft', { count: left })}
        </StatusTag>
      )
    }
    /** Returns the text beside a bar: used and maximum, with a note if the limit is reached or exceeded. */
    const words = (used: number, max: number): string => {
      const ofMost = `${used.toLocaleString()} / ${max.toLocaleString()}`
      if (used < max) return ofMost
      return `${ofMost} ${used === max ? t('licence.full') : t('licence.beyond', { count: used - max })}`
    }
    const usage = (name: string, used: number, max: number | undefined, show: Show = (text) => text) => {
      if (max === undefined) return show(`${used.toLocaleString()} / ${shared('licence.unlimited')}`)
      const text = words(used, max)
      return (
        <UsageBar label={name} used={used} max={max} text={text}>
          {show(text)}
        </UsageBar>
      )
    }
    return [
      { key: 'softwareName', title: label('softwareName'), width: 160, always: true, shortened: true },
      { key: 'tenantName', title: label('tenantName'), width: 100, always: true },
      { key: 'endTime', title: inZone(t('licence.time')), width: 206, sortable: true, render: period },
      {
        key: 'state',
        title: label('state'),
        width: 184,
        render: (licence) => (
          <span className="licence-state">
            <LicenceState state={licence.state} />
            {days(licence)}
          </span>
        ),
      },
      {
        key: 'nowStudyNum',
        title: t('licence.studies'),
        width: 132,
        render: ({ softwareName, nowStudyNum, studyEnable, maxStudy }) =>
          usage(`${label('nowStudyNum')} ${softwareName}`, nowStudyNum, studyEnable ? maxStudy : undefined),
      },
      {
        key: 'nowUserNum',
        title: t('licence.users'),
        width: 166,
        render: (licence) => {
          const { softwareName, nowUserNum, userEnable, maxUser } = licence
          const name = `${label('nowUserNum')} ${softwareName}`
          return usage(name, nowUserNum, userEnable ? maxUser : undefined, (text) => (
            <LicenceHoldersButton licence={licence}>{text}</LicenceHoldersButton>
          ))
        },
      },
      ...history,
    ]
  }, [t, shared, period, inZone, label, history])
}
