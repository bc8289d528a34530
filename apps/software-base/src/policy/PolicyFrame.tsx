import { ErrorState, mayLeave } from '@atrium/ui-kit'
import { PageHeader, TableSkeleton } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, type usePageTenant } from '@atrium/ui-kit/pickers'
import type { ReactNode } from 'react'

interface PolicyFrameProps {
  readonly t: (key: 'title' | 'purpose' | 'failed' | 'retry') => string
  readonly tenant: ReturnType<typeof usePageTenant>
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
