import { authorizationStyles, invitingSoftware } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { ErrorState, mayLeave } from '@atrium/ui-kit'
import { EmptyState, PageHeader, TableSkeleton, Tabs, useCall } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { useStudyText } from '../texts/index.ts'
import EdcPanel from './EdcPanel.tsx'
import type { ProductProps } from './InvitationFrame.tsx'
import RtsmPanel from './RtsmPanel.tsx'
import TrialPanel from './TrialPanel.tsx'
import './invitation.css'

const defaults = { tenantId: '', softId: '' }

/** What is given in a product, by how its people are authorized. */
function ProductPanel({ style, ...props }: ProductProps & { readonly style: number }) {
  if (style === authorizationStyles.rtsm) return <RtsmPanel {...props} />
  if (style === authorizationStyles.edc) return <EdcPanel {...props} />
  return <TrialPanel {...props} ownSites={style === authorizationStyles.etmf} />
}

/** Invites people into the products of a tenant, with what they may do there: a tab a product. */
export default function AuthorizationPage() {
  const t = useStudyText()
  const [address, setAddress] = useAddressState(defaults)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id, softId: '' }),
  })
  const { data, error, refetch } = useCall(invitingSoftware, { tenantId }, { enabled: tenantId !== '' })
  const shown = data?.find(({ id }) => id === address.softId) ?? data?.[0]
  const chooseTenant = async (id: string) => {
    if (id !== tenantId && (await mayLeave())) select.onChange(id)
  }
  const showProduct = async (id: string) => {
    if (id !== shown?.id && (await mayLeave())) setAddress({ tenantId, softId: id })
  }
  return (
    <div className="page">
      <PageHeader title={t('invitation.title')} purpose={t('invitation.purpose')} />
      <TenantSelect {...select} onChange={chooseTenant} />
      {isNone && <NoTenant />}
      {!isNone && error && (
        <div className="card">
          <ErrorState
            title={t('invitation.softwareFailed')}
            detail={error.message}
            retryLabel={t('invitation.retry')}
            onRetry={refetch}
          />
        </div>
      )}
      {!isNone && !error && !data && (
        <div className="card">
          <TableSkeleton />
        </div>
      )}
      {data?.length === 0 && (
        <div className="card">
          <EmptyState title={t('invitation.noSoftware')} hint={t('invitation.noSoftwareHint')} />
        </div>
      )}
      {data && shown && (
        <Tabs
          label={t('invitation.products')}
          tabs={data.map(({ id, displayName }) => ({ key: id, label: displayName }))}
          shown={shown.id}
          onShow={showProduct}
          panelClassName="invitation"
        >
          <ProductPanel
            key={`${tenantId} ${shown.id}`}
            tenantId={tenantId}
            softId={shown.id}
            softName={shown.displayName}
            style={shown.authorizationStyle ?? 0}
          />
        </Tabs>
      )}
    </div>
  )
}
