import { Input } from '@atrium/ui-kit'
import { Field } from '@atrium/ui-kit/overlay'

/** The name of a role or a menu, in Chinese and in English. */
export function NameFields() {
  return (
    <div className="field-row">
      <Field name="name">
        <Input maxLength={50} />
      </Field>
      <Field name="nameEn">
        <Input maxLength={100} />
      </Field>
    </div>
  )
}
