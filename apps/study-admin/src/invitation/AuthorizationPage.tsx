import { authorizationStyles, invitingSoftware } from '@atrium/contract'
import { useAddressState } from '@atrium/shared-api'
import { mayLeave } from '@atrium/ui-kit'
import { InvitationsButton } from '@atrium/ui-kit/invitations'
import { PageHeader } from '@atrium/ui-kit/list'
import { NoTenant, TenantSelect, useTenantChoice } from '@atrium/ui-kit/pickers'
import { ProductTabs } from '../product/ProductTabs.tsx'
import { useStudyText } from '../texts/index.ts'
import EdcPanel from './EdcPanel.tsx'
import type { ProductProps } from './InvitationFrame.tsx'
import RtsmPanel from './RtsmPanel.tsx'
import TrialPanel from './TrialPanel.tsx'
import './invitation.css'

const defaults = { tenantId: '', softId: '' }

/** Renders the panel of a product, depending on its authorization style. */
function ProductPanel({ style, ...props }: ProductProps & { readonly style: number }) {
  if (style === authorizationStyles.rtsm) return <RtsmPanel {...props} />
  if (style === authorizationStyles.edc) return <EdcPanel {...props} />
  return <TrialPanel {...props} ownSites={style === authorizationStyles.etmf} />
}

/** Page to invite people into the products of a tenant, with one tab for each product. */
export default function AuthorizationPage() {
  const t = useStudyText()
  const [address, setAddress] = useAddressState(defaults)
  const { tenantId, isNone, select } = useTenantChoice({
    chosen: address.tenantId,
    onChoose: (id) => setAddress({ tenantId: id, softId: '' }),
  })
  const chooseTenant = async (id: string) => {
    if (id !== tenantId && (await mayLeave())) select.onChange(id)
  }
  const showProduct = async (id: string) => {
    if (await mayLeave()) setAddress({ tenantId, softId: id })
  }
  return (
    <div className="page">
      <PageHeader
        title={t('invitation.title')}
        purpose={t('invitation.purpose')}
        action={!isNone && <InvitationsButton tenantId={tenantId} />}
      />
      <TenantSelect {...select} onChange={chooseTenant} />
      {isNone ? (
        <NoTenant />
      ) : (
        <ProductTabs
          key={tenantId}
          call={invitingSoftware}
          tenantId={tenantId}
          softId={address.softId}
          onShow={showProduct}
          empty={t('invitation.noSoftware')}
          panelClassName="invitation"
        >
          {({ id, displayName, authorizationStyle }) => (
            <ProductPanel
              key={id}
              tenantId={tenantId}
              softId={id}
              softName={displayName}
              style={authorizationStyle ?? 0}
            />
          )}
        </ProductTabs>
      )}
    </div>
  )
}
