import { Form, type FormItemProps } from '@arco-design/web-react'
import { fieldKeys } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { FieldLabel } from './fieldLabel.ts'
import { isRequired, rulesFor } from './rules.ts'
import { useFormCall } from './SchemaForm.tsx'

export interface FieldProps extends Omit<FormItemProps, 'field' | 'label' | 'rules' | 'tooltip'> {
  /** The field's wire name, which is also the key of its label in the form's area. */
  readonly name: string
  /** Stands for the field's own name, in its label and its messages. */
  readonly label?: string
}

/** A labelled field of a `SchemaForm`, with the rules of its schema. */
export function Field({ name, label: given, children, ...item }: FieldProps) {
  const { schema, area } = useFormCall()
  const { form } = Form.useFormContext()
  const t = useContractText()
  const label = given ?? t(fieldKeys(name, area))
  return (
    <FieldLabel value={label}>
      <Form.Item
        field={name}
        label={label}
        required={isRequired(schema, name)}
        rules={rulesFor(schema, () => form.getFieldsValue(), t)(name, label)}
        {...item}
      >
        {children}
      </Form.Item>
    </FieldLabel>
  )
}
