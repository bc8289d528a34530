import { menuTree, roleTypes } from '@atrium/contract'
import { useCall } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { forTenants } from './permissions.ts'

/** Fetches the menus that roles of a type may have. */
export function useMenuTree(roleType: number) {
  const query = useCall(menuTree, {})
  const tree = useMemo(
    () => (query.data && roleType === roleTypes.tenant ? forTenants(query.data) : query.data),
    [query.data, roleType],
  )
  return { tree, error: query.error, retry: query.refetch }
}
