import { roleSave } from '@atrium/contract'
import { fieldOf } from './Field.tsx'
import { Input } from './Input.tsx'

const Field = fieldOf(roleSave)

/** The Chinese and English name of an item, under the wire names `name` and `nameEn`. */
export function NameFields() {
  return (
    <div className="field-row">
      <Field name="name">
        <Input />
      </Field>
      <Field name="nameEn">
        <Input />
      </Field>
    </div>
  )
}
