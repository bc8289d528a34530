import type { invitingSoftware, ResponseOf, studySoftware } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, inShort, TableSkeleton, Tabs, useCall } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useStudyText } from '../texts/index.ts'

type Product = ResponseOf<typeof studySoftware>[number]

interface Props {
  /** Call that returns the products of the page. */
  readonly call: typeof studySoftware | typeof invitingSoftware
  /** Tenant of the products, '' until it is loaded. */
  readonly tenantId: string
  /** Product in the address. Without it, the first product is shown. */
  readonly softId: string
  readonly onShow: (softId: string) => void
  /** Message for a tenant without products. */
  readonly empty: string
  readonly panelClassName: string
  /** Renders the panel of the selected product. */
  readonly children: (product: Product) => ReactNode
}

/**
 * Shows a tab for each product of a tenant, with short names so that all tabs fit. Needs a `key` that changes with
 * the tenant.
 */
export function ProductTabs({ call, tenantId, softId, onShow, empty, panelClassName, children }: Props) {
  const t = useStudyText()
  const shared = useContractText()
  // After a language change, the panel stays and keeps its input.
  const asked = tenantId !== ''
  const response = useCall(call, { tenantId }, { enabled: asked, keepPrevious: true })
  const { error, refetch } = response
  // Another screen may have cached a response for an empty tenant id, which does not apply here.
  const data = asked ? response.data : undefined
  const shown = data?.find(({ id }) => id === softId) ?? data?.[0]
  if (error)
    return (
      <div className="card">
        <ErrorState
          title={t('product.failed')}
          detail={error.message}
          retryLabel={t('product.retry')}
          onRetry={refetch}
        />
      </div>
    )
  if (!shown)
    return (
      <div className="card">
        {data ? <EmptyState title={empty} hint={shared('refusal.tenantWithoutUrl')} /> : <TableSkeleton />}
      </div>
    )
  return (
    <Tabs
      label={t('product.tabs')}
      tabs={data?.map(({ id, displayName }) => ({ key: id, label: inShort(displayName) })) ?? []}
      shown={shown.id}
      onShow={(id) => id !== shown.id && onShow(id)}
      panelClassName={panelClassName}
    >
      {children(shown)}
    </Tabs>
  )
}
