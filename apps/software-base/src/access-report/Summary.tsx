import type { accessList } from '@atrium/contract'
import { type ListOf, shownInstant, shownZone } from '@atrium/ui-kit/list'
import { useAccessReportText } from './texts/index.ts'

interface Props {
  readonly list: ListOf<typeof accessList>
  /** Whether the report is about the platform itself. */
  readonly isOfPlatform: boolean
}

/** Says of which instants the shown rows are, and whether some are left out or not searched. */
export function Summary({ list: { response, state, loading }, isOfPlatform }: Props) {
  const t = useAccessReportText()
  if (!response || loading) return null
  const { compareWith = '', keyWord = '' } = state.values
  const times = { time: shownInstant(response.time), zone: shownZone }
  return (
    <p role="status" className="access-summary">
      {compareWith === ''
        ? t('shown', times)
        : t('compared', { ...times, earlier: shownInstant(compareWith) })}
      {response.isPartial && <span>{t('partial')}</span>}
      {isOfPlatform && keyWord !== '' && <span>{t('scopeHint')}</span>}
    </p>
  )
}
