import { allowedStudies } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { scopesOf } from './scopes.ts'

/**
 * The studies that a tenant runs in a product, with their sites. They come at once; where there are too many for that, a
 * keyword is searched by the server.
 */
export function useStudyScopes(tenantId: string, softId: string, keyWord: string) {
  const first = useCall(allowedStudies, { tenantId, softId }, { keepPrevious: true })
  const isMore = first.data?.totalExceeded === true
  const searching = isMore && keyWord !== ''
  const found = useCall(
    allowedStudies,
    { tenantId, softId, keyWord },
    { enabled: searching, keepPrevious: true },
  )
  const { data, error, refetch } = searching ? found : first
  const all = useMemo(() => scopesOf(first.data?.list ?? []), [first.data])
  const scopes = useMemo(() => data && scopesOf(data.list), [data])
  return {
    /** The first, whatever is searched for. */
    all,
    /** Those to search in; undefined until they are there. */
    scopes,
    /** Whether there are more than those shown. */
    exceeded: data?.totalExceeded === true,
    error,
    retry: refetch,
  }
}

export type StudyScopes = ReturnType<typeof useStudyScopes>
