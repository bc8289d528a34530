import { type TenantSite, tenantSiteSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState } from '@atrium/ui-kit/overlay'
import { useTenantText } from '../texts/index.ts'
import { tenantSiteLists } from './SitePicker.tsx'

const Field = fieldOf(tenantSiteSave)

/** Changes a tenant's own name for a site. */
export function NickNameDialog({ state }: { readonly state: EntityDialogState<TenantSite> }) {
  const t = useTenantText()
  return (
    <EntityDialog
      state={state}
      call={tenantSiteSave}
      name={t('site.nickName')}
      width={500}
      history={({ id, tenantName, siteName }) => ({
        entity: 'tenant_site',
        entityId: id,
        name: `${tenantName} ${siteName}`,
      })}
      refreshes={tenantSiteLists}
    >
      <p className="tenant-site-named">{state.subject?.values.siteName}</p>
      <Field name="nickName" extra={t('site.nickNameHint')}>
        <Input />
      </Field>
    </EntityDialog>
  )
}
