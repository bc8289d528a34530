import { type Call, categories, type Tenant, tenantSave } from '@atrium/contract'
import { fieldOf, Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, type ShowValue } from '@atrium/ui-kit/overlay'
import { DictionaryName, DictionarySelect, RegionCascade, shownRegion } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'

interface Props {
  readonly state: EntityDialogState<Tenant>
  readonly refreshes: readonly Call[]
}

const Field = fieldOf(tenantSave)

const show: ShowValue<typeof tenantSave> = {
  categoryId: (id) => <DictionaryName categoryId={categories.tenantCategory} id={id} />,
  ...shownRegion,
}

/** Adds or edits a tenant. */
export function TenantDialog({ state, refreshes }: Props) {
  const t = useSystemText()
  return (
    <EntityDialog
      state={state}
      call={tenantSave}
      name={t('tenant.name')}
      width={720}
      history={({ id, tenantName }) => ({ entity: 'tenant', entityId: id, name: tenantName })}
      tenantId={state.subject?.values.id}
      refreshes={refreshes}
      show={show}
    >
      <Field name="tenantName">
        <Input />
      </Field>
      <div className="field-row">
        <Field name="abbr">
          <Input />
        </Field>
        <Field name="categoryId">
          <DictionarySelect categoryId={categories.tenantCategory} />
        </Field>
      </div>
      <div className="field-row">
        <Field name="contact">
          <Input />
        </Field>
        <Field name="tel">
          <Input />
        </Field>
        <Field name="email">
          <Input />
        </Field>
      </div>
      <RegionCascade />
      <div className="field-row">
        <Field name="address">
          <Input />
        </Field>
        <Field name="postcode">
          <Input />
        </Field>
      </div>
    </EntityDialog>
  )
}
