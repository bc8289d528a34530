import { type Call, type Domain, domainSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { SoftwareName, SoftwareSelect, TenantLookup, TenantName } from '@atrium/ui-kit/pickers'
import { useSoftwareBaseText } from '../texts/index.ts'
import { addressProps } from './address-props.ts'
import { OpenIdSection } from './OpenIdSection.tsx'

interface Props {
  readonly state: EntityDialogState<Domain>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(domainSave)

const linesOf = (addresses: unknown) => (
  <span className="domain-lines">{(addresses as readonly string[]).join('\n')}</span>
)

const show: ShowValue<typeof domainSave> = {
  tenantId: (id) => <TenantName id={id} />,
  softwareId: (id) => <SoftwareName id={id} />,
  redirectUrls: (_, { redirectUrls }) => linesOf(redirectUrls),
  signedOutUrls: (_, { signedOutUrls }) => linesOf(signedOutUrls),
}

/** Adds or edits a domain. Its tenant and product cannot be changed later. */
export function DomainDialog({ state, refreshes }: Props) {
  const t = useSoftwareBaseText()
  const isKept = state.subject?.mode === 'edit'
  return (
    <EntityDialog
      state={state}
      call={domainSave}
      name={t('domain.name')}
      width={720}
      history={({ id, tenantName, urlName }) => ({
        entity: 'tenant_url',
        entityId: id,
        name: `${tenantName} ${urlName}`,
      })}
      refreshes={refreshes}
      show={show}
    >
      <div className="field-row">
        <Field name="tenantId" extra={isKept ? undefined : t('domain.fixedHint')}>
          <TenantLookup disabled={isKept} />
        </Field>
        <Field name="softwareId" extra={isKept ? undefined : t('domain.fixedHint')}>
          <SoftwareSelect disabled={isKept} />
        </Field>
      </div>
      <Field name="urlName">
        <Input />
      </Field>
      <div className="field-row">
        <Field name="url">
          <Input {...addressProps} />
        </Field>
        <Field name="mobileUrl">
          <Input {...addressProps} />
        </Field>
      </div>
      <div className="field-row">
        <Field name="websiteUrl">
          <Input {...addressProps} />
        </Field>
        <Field name="apiUrl" extra={t('domain.apiHint')}>
          <Input {...addressProps} />
        </Field>
      </div>
      <Field name="remark">
        <Input.TextArea rows={2} />
      </Field>
      <OpenIdSection domain={state.subject?.values} />
    </EntityDialog>
  )
}
