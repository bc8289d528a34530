import type { UserSoftware } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { StatusTag } from '@atrium/ui-kit/list'

type Licence = Pick<UserSoftware, 'licenceState' | 'licenceStart' | 'licenceEnd'>

/** Says of a licence what whoever works under it should know; nothing where it holds for long. */
export function LicenceNote({ licenceState, licenceStart, licenceEnd }: Licence) {
  const t = useTexts('landing')
  if (licenceState === 'ending')
    return <StatusTag tone="warning">{t('ending', { day: licenceEnd })}</StatusTag>
  if (licenceState === 'expired') return <StatusTag tone="bad">{t('expired', { day: licenceEnd })}</StatusTag>
  if (licenceState === 'upcoming')
    return <StatusTag tone="info">{t('upcoming', { day: licenceStart })}</StatusTag>
  return null
}
