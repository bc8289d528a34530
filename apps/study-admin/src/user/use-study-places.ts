import { allowedStudies } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { placesOf } from './places.ts'

/**
 * The studies that a tenant runs in a product, with their sites. They come at once; where there are too many for that, a
 * keyword is searched by the server.
 */
export function useStudyPlaces(tenantId: string, softId: string, keyWord: string) {
  const first = useCall(allowedStudies, { tenantId, softId }, { keepPrevious: true })
  const isMore = first.data?.totalExceeded === true
  const searching = isMore && keyWord !== ''
  const found = useCall(
    allowedStudies,
    { tenantId, softId, keyWord },
    { enabled: searching, keepPrevious: true },
  )
  const { data, error, refetch } = searching ? found : first
  const all = useMemo(() => placesOf(first.data?.list ?? []), [first.data])
  const places = useMemo(() => data && placesOf(data.list), [data])
  return {
    /** The first, whatever is searched for. */
    all,
    /** Those to search in; undefined until they are there. */
    places,
    /** Whether there are more than those shown. */
    exceeded: data?.totalExceeded === true,
    error,
    retry: refetch,
  }
}

export type StudyPlaces = ReturnType<typeof useStudyPlaces>
