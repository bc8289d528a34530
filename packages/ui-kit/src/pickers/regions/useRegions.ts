import { maxLimit, type Region, regionChildren, regionLevels, regionList } from '@atrium/contract'
import { useCall } from '../../query/index.ts'

/** Regions hardly ever change: what was read an hour ago still serves. */
const staleTime = 3_600_000

export interface Regions {
  /** undefined until they are there. */
  readonly regions: readonly Region[] | undefined
  readonly failed: boolean
}

/** All countries. */
export function useCountries(enabled = true): Regions {
  const input = { level: regionLevels.country, page: 1, limit: maxLimit }
  const { data, isError } = useCall(regionList, input, { staleTime, enabled })
  return { regions: data?.list, failed: isError }
}

/** The regions directly below another; nothing is asked for while there is none. */
export function useRegionsBelow(parentId: string): Regions {
  const { data, isError } = useCall(regionChildren, { id: parentId }, { staleTime, enabled: parentId !== '' })
  return { regions: data, failed: isError }
}
