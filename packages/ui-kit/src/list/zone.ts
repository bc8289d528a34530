import { type Call, isOfPeriod } from '@atrium/contract'
import { profile } from '@atrium/shared-api'
import { useCallback } from 'react'
import { shownZone } from '../base/instant.ts'
import { useKitText } from '../texts/index.ts'

/** Returns the time zone for a list's day filter, which is the zone in which its times are shown. */
export const zoneOfDays = ({ request }: Call): { readonly timeZone?: string } =>
  isOfPeriod(request) ? { timeZone: shownZone } : {}

/**
 * Returns the deployment's time zone if screens show times in another one. Compares canonical names, because a zone
 * may have several names.
 */
export function otherZone(): string | undefined {
  const { timeZone } = profile()
  const canonical = new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone
  return canonical === shownZone ? undefined : timeZone
}

/** Returns a function that appends the deployment's time zone to a text if the browser uses another one. */
export function useInZone(): (text: string) => string {
  const t = useKitText()
  return useCallback(
    (text) => {
      const zone = otherZone()
      return zone ? t('list.inZone', { text, zone }) : text
    },
    [t],
  )
}
