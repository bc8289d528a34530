import { Form, type FormInstance, type FormProps } from '@arco-design/web-react'
import type { Area } from '@atrium/contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { focusFirstError, registerForm } from './field-errors.ts'
import type { FormSchema } from './rules.ts'
import { useErrorsInLanguage } from './use-errors-in-language.ts'

type FormCall = Pick<SchemaFormProps, 'schema' | 'area' | 'requiredByPolicy'>

const FormCallContext = createContext<FormCall | undefined>(undefined)

export interface SchemaFormProps extends Omit<FormProps, 'form' | 'onSubmit' | 'children'> {
  /** Schema of the request in the contract, from which each `Field` takes its rules. */
  readonly schema: FormSchema
  /** Area of the form's call. Labels come from this area first, then from the names that areas share. */
  readonly area?: Area | undefined
  readonly form: FormInstance
  /** Field that the schema allows to be empty but the policy does not: the reason for the change. */
  readonly requiredByPolicy?: string | undefined
  /** Prefix of the inputs' ids, unique on the page. */
  readonly id: string
  readonly onSubmit: (values: Record<string, unknown>) => void
  readonly children: ReactNode
}

/** A form that takes its rules from a schema of the contract. */
export function SchemaForm({ schema, area, requiredByPolicy, children, ...form }: SchemaFormProps) {
  useErrorsInLanguage(form.form)
  useEffect(() => registerForm(form.form, form.id), [form.form, form.id])
  const call = useMemo(() => ({ schema, area, requiredByPolicy }), [schema, area, requiredByPolicy])
  return (
    <FormCallContext.Provider value={call}>
      <Form layout="vertical" scrollToFirstError onSubmitFailed={() => focusFirstError(form.form)} {...form}>
        {children}
      </Form>
    </FormCallContext.Provider>
  )
}

/** Returns the schema of the form around a field, and the area of its fields. */
export function useFormCall(): FormCall {
  const call = useContext(FormCallContext)
  if (!call) throw new Error('A Field stands outside a SchemaForm')
  return call
}
