import { type Call, globalTenantId } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { ErrorState, mayLeave } from '@atrium/ui-kit'
import { PageHeader, TableSkeleton, useIsPlatform } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { type ReactNode, useMemo } from 'react'

const ofAddress = { tenantId: '' }

/**
 * Keeps in the address whose policy the page shows: that of a tenant, or of the platform.
 * @param save call that saves the policy; who may make it for the platform can choose the platform
 * @param platform name of the platform's policy among the tenants
 */
export function usePolicyTenant(save: Call, platform: string) {
  const isPlatform = useIsPlatform(save)
  const [address, setAddress] = useAddressState(ofAddress)
  const before = useMemo(
    () => (isPlatform ? [{ value: globalTenantId, label: platform }] : []),
    [isPlatform, platform],
  )
  return useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id }),
    before,
  })
}

interface PolicyFrameProps {
  readonly t: (key: 'title' | 'purpose' | 'failed' | 'retry') => string
  readonly tenant: ReturnType<typeof usePolicyTenant>
  readonly error: Error | null
  readonly onRetry: () => unknown
  /** Form with the policy; undefined until it is loaded. */
  readonly children: ReactNode
}

/** Page of a policy that the platform and each tenant have: the choice of the tenant, and the policy. */
export function PolicyFrame({ t, tenant: { isNone, select }, error, onRetry, children }: PolicyFrameProps) {
  const choose = async (id: string) => {
    if (await mayLeave()) select.onChange(id)
  }
  return (
    <div className="page">
      <PageHeader title={t('title')} purpose={t('purpose')} />
      <TenantSelect {...select} onChange={choose} />
      {children}
      {isNone && <NoTenant />}
      {!children && !isNone && (
        <div className="card entity-page">
          {error ? (
            <ErrorState
              title={t('failed')}
              detail={error.message}
              retryLabel={t('retry')}
              onRetry={() => void onRetry()}
            />
          ) : (
            <TableSkeleton />
          )}
        </div>
      )}
    </div>
  )
}
