import type { UserSoftware } from '@atrium/contract'
import { useTexts } from '@atrium/shared-api'
import { StatusTag, useInZone } from '@atrium/ui-kit/list'

type Licence = Pick<UserSoftware, 'licenceState' | 'licenceStart' | 'licenceEnd'>

/** Shows the state of a product's licence. */
export function LicenceState(licence: Licence) {
  const t = useTexts('landing')
  const inZone = useInZone()
  const { licenceState, licenceEnd } = licence
  if (licenceState !== 'open') return <LicenceNote {...licence} />
  return (
    <StatusTag tone="good">
      {licenceEnd === '' ? t('open') : inZone(t('openUntil', { day: licenceEnd }))}
    </StatusTag>
  )
}

/** Shows the state of a licence in a list, unless it is still valid for a long time. */
export function LicenceNote({ licenceState, licenceStart, licenceEnd }: Licence) {
  const t = useTexts('landing')
  const inZone = useInZone()
  if (licenceState === 'ending')
    return <StatusTag tone="warning">{inZone(t('ending', { day: licenceEnd }))}</StatusTag>
  if (licenceState === 'expired')
    return <StatusTag tone="bad">{inZone(t('expired', { day: licenceEnd }))}</StatusTag>
  if (licenceState === 'upcoming')
    return <StatusTag tone="info">{inZone(t('upcoming', { day: licenceStart }))}</StatusTag>
  return null
}
