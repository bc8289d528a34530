import { releaseList } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'

/** More releases of one module nobody chooses among. */
const mostReleases = 100

/** The releases of a module, to choose from; those that cannot run are none to choose. */
export function useReleaseChoices(name: string) {
  const { data, isError } = useCall(
    releaseList,
    { name, limit: mostReleases, page: 1 },
    { enabled: name !== '' },
  )
  const choices = useMemo(
    () =>
      data?.list.map(({ version, refusals }) => ({
        value: version,
        label: version,
        fits: refusals.length === 0,
      })),
    [data],
  )
  return { choices, failed: isError }
}
