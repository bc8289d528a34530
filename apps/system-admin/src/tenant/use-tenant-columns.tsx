import { categories, type Tenant, type tenantList } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type ColumnsOf, editColumn } from '@atrium/ui-kit/list'
import { regionName, useDictionaryFilter } from '@atrium/ui-kit/pickers'
import { useMemo } from 'react'
import { useSystemText } from '../texts/index.ts'

interface Handlers {
  readonly edit: (tenant: Tenant) => void
  readonly remove: (input: { id: string }, name: string, tenantId: string) => void
}

/** Returns the columns of the tenant list. */
export function useTenantColumns({ edit, remove }: Handlers): ColumnsOf<typeof tenantList> {
  const t = useSystemText()
  const label = useLabels('tenant')
  const kinds = useDictionaryFilter(categories.tenantCategory)
  return useMemo(
    () => [
      { key: 'tenantName', title: label('tenantName'), width: 180, sortable: true, always: true },
      { key: 'tenantCode', title: label('tenantCode'), width: 136, hidden: true },
      { key: 'abbr', title: label('abbr'), width: 110, sortable: true },
      {
        key: 'categoryName',
        title: label('categoryId'),
        width: 96,
        filter: { name: 'categoryId', ...kinds },
      },
      { key: 'contact', title: label('contact'), width: 80 },
      {
        key: 'address',
        title: t('tenant.address'),
        width: 180,
        render: (tenant) => [regionName(tenant), tenant.address].filter(Boolean).join(' '),
      },
      editColumn({
        name: ({ tenantName }) => tenantName,
        history: 'tenant',
        edit,
        remove: ({ id, tenantName }) => remove({ id }, tenantName, id),
      }),
    ],
    [t, label, kinds, edit, remove],
  )
}
