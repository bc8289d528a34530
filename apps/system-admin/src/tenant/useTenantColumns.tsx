import type { Tenant } from '@atrium/contract'
import { useLabels } from '@atrium/shared-api'
import { type Column, RowActions } from '@atrium/ui-kit/list'
import { useMemo } from 'react'
import { placeName } from '../place.ts'
import { useSystemText } from '../texts/index.ts'

/** The place, then the address. */
const whereabouts = (tenant: Tenant): string => [placeName(tenant), tenant.address].filter(Boolean).join(' ')

interface Handlers {
  readonly edit: (tenant: Tenant) => void
  readonly remove: (input: { id: string }, name: string) => void
}

/** The columns of the tenant list. */
export function useTenantColumns({ edit, remove }: Handlers): readonly Column<Tenant>[] {
  const t = useSystemText()
  const label = useLabels('tenant')
  return useMemo(
    () => [
      { key: 'tenantName', title: label('tenantName'), width: 248, sortable: true, always: true },
      { key: 'abbr', title: label('abbr'), width: 136, sortable: true },
      { key: 'categoryName', title: label('categoryId'), width: 120 },
      { key: 'contact', title: label('contact'), width: 90 },
      { key: 'address', title: t('tenant.address'), width: 194, render: whereabouts },
      {
        key: 'actions',
        title: t('action.actions'),
        width: 136,
        actions: true,
        render: (tenant) => (
          <RowActions
            thing={tenant.tenantName}
            actions={[
              { label: t('action.edit'), onChoose: () => edit(tenant) },
              {
                label: t('action.delete'),
                danger: true,
                onChoose: () => remove({ id: tenant.id }, tenant.tenantName),
              },
            ]}
          />
        ),
      },
    ],
    [t, label, edit, remove],
  )
}
