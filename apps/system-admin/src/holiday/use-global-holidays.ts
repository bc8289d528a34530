import { globalHolidays, type Holiday, holidayList, holidaySave } from '@atrium/contract'
import { notifyError } from '@atrium/shared-api'
import type { DayKinds } from '@atrium/ui-kit/calendar'
import { useCall, useIsPlatform } from '@atrium/ui-kit/list'
import { useMemo, useState } from 'react'
import { dayKindsOf } from './calendar.ts'

export interface GlobalHolidays {
  /** Marked days, undefined until the response arrives. */
  readonly marks: DayKinds | undefined
  readonly failed: boolean
  readonly retry: () => void
  /** Whether the user is waiting for the calendar to open. */
  readonly opening: boolean
  readonly open: () => Promise<void>
  /** Whether the calendar is open read-only. */
  readonly reading: boolean
  readonly close: () => void
}

/**
 * Fetches the global calendar.
 * @param edit opens the calendar for users who may edit it; other users see it read-only
 */
export function useGlobalHolidays(edit: (calendar: Holiday) => void): GlobalHolidays {
  const isPlatform = useIsPlatform(holidaySave)
  const { data, isError, refetch } = useCall(holidayList, { tenantId: globalHolidays })
  const [opening, setOpening] = useState(false)
  const [reading, setReading] = useState(false)
  const calendar = data?.list[0]
  const open = async () => {
    setOpening(true)
    const response = calendar ? undefined : await refetch()
    setOpening(false)
    const found = calendar ?? response?.data?.list[0]
    if (!found) notifyError(response?.error?.message ?? '')
    else if (isPlatform) edit(found)
    else setReading(true)
  }
  return {
    marks: useMemo(() => calendar && dayKindsOf(calendar), [calendar]),
    failed: isError,
    retry: refetch,
    opening,
    open,
    reading,
    close: () => setReading(false),
  }
}
