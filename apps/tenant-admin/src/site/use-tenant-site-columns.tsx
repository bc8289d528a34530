import type { TenantSite, tenantSiteList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn } from '@atrium/ui-kit/list'
import { useMemo } from 'react'

interface Handlers {
  readonly edit: (site: TenantSite) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
}

/** Returns the columns of the list of tenants' sites. */
export function useTenantSiteColumns({ edit, remove }: Handlers): ColumnsOf<typeof tenantSiteList> {
  const label = useLabels('tenantSite')
  return useMemo(
    () => [
      { key: 'siteName', title: label('siteName'), width: 150, sortable: true, always: true },
      { key: 'nickName', title: label('nickName'), width: 150, sortable: true },
      { key: 'tenantName', title: label('tenantId'), width: 140 },
      { key: 'areaName', title: label('areaName'), width: 140 },
      { key: 'levelDesc', title: label('levelDesc'), width: 104 },
      { key: 'address', title: label('address'), width: 140 },
      { key: 'remark', title: label('remark'), width: 140, hidden: true },
      editColumn({
        name: ({ siteName, tenantName }) => `${tenantName} ${siteName}`,
        history: 'tenant_site',
        edit,
        remove: ({ id, siteName, tenantId }) => remove({ id }, siteName, tenantId),
        width: 128,
      }),
    ],
    [label, edit, remove],
  )
}
