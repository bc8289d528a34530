import { type Call, categories, type Tenant, tenantSave } from '@atrium/contract'
import { Input } from '@atrium/ui-kit'
import { EntityDialog, type EntityDialogState, Field, type ShowValue } from '@atrium/ui-kit/overlay'
import { DictionaryName, DictionarySelect, RegionCascade, RegionName } from '@atrium/ui-kit/pickers'
import { useSystemText } from '../texts/index.ts'

interface Props {
  readonly state: EntityDialogState<Tenant>
  readonly refreshes: readonly Call[]
}

const show: ShowValue = {
  categoryId: (id) => <DictionaryName categoryId={categories.tenantCategory} id={id} />,
  countryId: (id) => <RegionName id={id} parentId="" />,
  provinceId: (id, { countryId }) => <RegionName id={id} parentId={String(countryId)} />,
  cityId: (id, { provinceId }) => <RegionName id={id} parentId={String(provinceId)} />,
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
      refreshes={refreshes}
      show={show}
    >
      <Field name="tenantName">
        <Input maxLength={100} />
      </Field>
      <div className="field-row">
        <Field name="abbr">
          <Input maxLength={50} />
        </Field>
        <Field name="categoryId">
          <DictionarySelect categoryId={categories.tenantCategory} />
        </Field>
      </div>
      <div className="field-row">
        <Field name="contact">
          <Input maxLength={50} />
        </Field>
        <Field name="tel">
          <Input maxLength={20} inputMode="tel" />
        </Field>
        <Field name="email">
          <Input maxLength={254} inputMode="email" />
        </Field>
      </div>
      <RegionCascade />
      <div className="field-row">
        <Field name="address">
          <Input maxLength={200} />
        </Field>
        <Field name="postcode">
          <Input maxLength={20} />
        </Field>
      </div>
    </EntityDialog>
  )
}
