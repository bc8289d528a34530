import type { PeriodState } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { useCallback } from 'react'
import { StatusTag, type Tone } from './cells.tsx'

/** Returns a function that shows the days of a period in one line. '' means no limit. */
export function usePeriodText(): (from: string, until: string) => string {
  const t = useContractText()
  return useCallback(
    (from, until) => {
      if (from && until) return t('period.both', { from, until })
      if (from) return t('period.from', { from })
      return until ? t('period.until', { until }) : t('period.always')
    },
    [t],
  )
}

const tones: Readonly<Record<Exclude<PeriodState, 'current'>, Tone>> = { upcoming: 'info', ended: 'bad' }

/** Marks a period that is over or has not begun. */
function PeriodMark({ state }: { readonly state: PeriodState }) {
  const t = useContractText()
  return state !== 'current' && <StatusTag tone={tones[state]}>{t(`period.states.${state}`)}</StatusTag>
}

export interface PeriodCellProps {
  /** First and last day as yyyy-MM-dd; '' for no limit. */
  readonly from: string
  readonly until: string
  readonly state: PeriodState
}

/** Shows the days of a period, marked if it is over or has not begun. The mark is visible even in a cut cell. */
export function PeriodCell({ from, until, state }: PeriodCellProps) {
  const period = usePeriodText()(from, until)
  if (from === '' && until === '') return <span className="period-always">{period}</span>
  return (
    <>
      <PeriodMark state={state} /> {period}
    </>
  )
}

/** Shows the name of a role, with the days of its period if it has a limit. */
export function RoleCell({ name, from, until, state }: PeriodCellProps & { readonly name: string }) {
  const period = usePeriodText()(from, until)
  if (from === '' && until === '') return name
  return (
    <>
      <PeriodMark state={state} /> {name} <span className="period-of-role">{period}</span>
    </>
  )
}
