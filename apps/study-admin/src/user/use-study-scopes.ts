import { allowedStudies } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { scopesOf } from './scopes.ts'

/**
 * Fetches the studies of a tenant in a product, with their sites. Usually they are loaded all at once. If there are
 * too many, the server searches for the keyword.
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
    /** The first studies, regardless of the search. */
    all,
    /** Studies to show, undefined until they are loaded. */
    scopes,
    /** Whether there are more studies than are shown. */
    exceeded: data?.totalExceeded === true,
    error,
    retry: refetch,
  }
}

export type StudyScopes = ReturnType<typeof useStudyScopes>
