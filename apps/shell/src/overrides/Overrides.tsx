import { useSession, withTexts } from '@atrium/shared-api'
import { lazy, Suspense, useState } from 'react'
import { pageOverrides } from '../remotes/page-data.ts'
import { offerInAddress } from './offer.ts'

/** Loaded lazily, because few users need the bars. */
const OverrideBars = lazy(() => withTexts(import('./OverrideBars.tsx'), 'overrides'))

/** Lists the modules that run from the user's own machine. Asks before another module runs from there. */
export function Overrides() {
  const user = useSession((session) => session.user)
  const [running] = useState(pageOverrides)
  const [offer] = useState(offerInAddress)
  if (!user || (running.length === 0 && !offer)) return null
  return (
    <Suspense>
      <OverrideBars running={running} offer={offer} />
    </Suspense>
  )
}
