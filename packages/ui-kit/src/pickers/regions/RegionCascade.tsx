import { Form } from '@arco-design/web-react'
import { Field } from '../../form/index.ts'
import { CountrySelect, RegionSelect } from './RegionSelect.tsx'

/**
 * Country, province and city of a `SchemaForm`, under their wire names `countryId`, `provinceId` and `cityId`.
 * Each choice offers what lies below it, and another choice clears what was chosen there.
 */
export function RegionCascade() {
  const { form } = Form.useFormContext()
  const countryId: unknown = Form.useWatch('countryId', form)
  const provinceId: unknown = Form.useWatch('provinceId', form)
  return (
    <div className="field-row">
      <Field name="countryId">
        <CountrySelect onChange={() => form.setFieldsValue({ provinceId: '', cityId: '' })} />
      </Field>
      <Field name="provinceId">
        <RegionSelect
          parentId={String(countryId ?? '')}
          onChange={() => form.setFieldsValue({ cityId: '' })}
        />
      </Field>
      <Field name="cityId">
        <RegionSelect parentId={String(provinceId ?? '')} />
      </Field>
    </div>
  )
}
