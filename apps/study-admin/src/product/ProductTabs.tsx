import type { invitingSoftware, ResponseOf, studySoftware } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { ErrorState } from '@atrium/ui-kit'
import { EmptyState, inShort, TableSkeleton, Tabs, useCall } from '@atrium/ui-kit/list'
import type { ReactNode } from 'react'
import { useStudyText } from '../texts/index.ts'

type Product = ResponseOf<typeof studySoftware>[number]

interface Props {
  /** Returns the products that the page is about. */
  readonly call: typeof studySoftware | typeof invitingSoftware
  /** Tenant of the products; '' until it is known. */
  readonly tenantId: string
  /** The product in the address, or else the first one. */
  readonly softId: string
  readonly onShow: (softId: string) => void
  /** Message if the tenant has none. */
  readonly empty: string
  readonly panelClassName: string
  /** The panel of the product that is shown. */
  readonly children: (product: Product) => ReactNode
}

/** A tab for each product of a tenant, all in sight by their short names; of another tenant it is another one, by its `key`. */
export function ProductTabs({ call, tenantId, softId, onShow, empty, panelClassName, children }: Props) {
  const t = useStudyText()
  const shared = useContractText()
  // In another language the panel is still that of the same product, and keeps what was entered.
  const asked = tenantId !== ''
  const response = useCall(call, { tenantId }, { enabled: asked, keepPrevious: true })
  const { error, refetch } = response
  // Another screen may have asked for the products of no tenant, whose response is known then and is not that of this one.
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
