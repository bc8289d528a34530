import { Form, type FormInstance, type FormItemProps } from '@arco-design/web-react'
import { type Call, fieldKeys, limitsOf } from '@atrium/contract'
import { useContractText } from '@atrium/shared-api'
import { type ReactElement, useEffect, useMemo, useRef, useState } from 'react'
import { FieldContext } from './field-context.ts'
import { isRequired, rulesFor } from './rules.ts'
import { useFormCall } from './SchemaForm.tsx'

export interface FieldProps<Name extends string = string>
  extends Omit<FormItemProps, 'field' | 'label' | 'rules' | 'tooltip'> {
  /** Wire name of the field, which is also the key of its label in the form's area. */
  readonly name: Name
  /** Replaces the field's own name in its label and messages. */
  readonly label?: string
}

const hasContent = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== undefined && value !== null && value !== ''

/**
 * Whether a field has had content since it was mounted. A field that never had any is not validated on blur, only
 * when the form is submitted.
 */
function useHadContent(value: unknown): boolean {
  const [had, setHad] = useState(false)
  if (!had && hasContent(value)) setHad(true)
  return had
}

/**
 * Validates a field that shows an error again whenever its value changes. Otherwise the error would disappear when the
 * next click blurs the field, and what the user clicks on would move away.
 */
function useErrorOfValue(form: FormInstance, name: string, value: unknown): void {
  const checked = useRef(value)
  useEffect(() => {
    if (checked.current === value) return
    checked.current = value
    if (form.getFieldError(name)) form.validate([name]).catch(() => undefined)
  }, [form, name, value])
}

function Field({ name, label: given, children, ...item }: FieldProps) {
  const { schema, area, requiredByPolicy } = useFormCall()
  const { form } = Form.useFormContext()
  const t = useContractText()
  const label = given ?? t(fieldKeys(name, area))
  const byPolicy = name === requiredByPolicy
  const limits = limitsOf(schema)[name]
  const value: unknown = Form.useWatch(name)
  const hadContent = useHadContent(value)
  useErrorOfValue(form, name, value)
  const context = useMemo(
    () => ({
      label,
      limits: limits ?? {},
      check: () => void form.validate([name]).catch(() => undefined),
    }),
    [label, limits, form, name],
  )
  return (
    <FieldContext value={context}>
      <Form.Item
        field={name}
        label={label}
        required={isRequired(schema, name) || byPolicy}
        validateTrigger={hadContent ? 'onBlur' : []}
        rules={rulesFor(schema, () => form.getFieldsValue(), t, byPolicy)(name, label)}
        {...item}
      >
        {children}
      </Form.Item>
    </FieldContext>
  )
}

type NamesIn<Sent> = Sent extends unknown ? keyof Sent & string : never

/** Names of the fields that a call sends. */
export type FieldName<C extends Pick<Call, 'request'>> = NamesIn<C['request']['_zod']['input']>

/**
 * Returns the labelled field component for a call's form. The field takes its rules, required mark and input limits
 * from the form's schema. Its type accepts only the fields of the call. Example: `const Field = fieldOf(tenantSave)`,
 * or `fieldOf({ request: SomeForm })`.
 */
export const fieldOf = <C extends Pick<Call, 'request'>>(_call: C) =>
  Field as (props: FieldProps<FieldName<C>>) => ReactElement
