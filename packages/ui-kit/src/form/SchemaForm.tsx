import { Form, type FormInstance, type FormProps } from '@arco-design/web-react'
import type { Area } from '@atrium/contract'
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react'
import { focusFirstError, registerForm } from './fieldErrors.ts'
import type { FormSchema } from './rules.ts'
import { useErrorsInLanguage } from './useErrorsInLanguage.ts'

type FormCall = Pick<SchemaFormProps, 'schema' | 'area'>

const FormCallContext = createContext<FormCall | undefined>(undefined)

export interface SchemaFormProps extends Omit<FormProps, 'form' | 'onSubmit' | 'children'> {
  /** The request's schema in the contract; `Field`s take their rules from it. */
  readonly schema: FormSchema
  /** Area of the form's call, whose names the fields have before those that areas share. */
  readonly area?: Area | undefined
  readonly form: FormInstance
  /** Prefix of the inputs' ids, unique in the page. */
  readonly id: string
  readonly onSubmit: (values: Record<string, unknown>) => void
  readonly children: ReactNode
}

/** A form whose rules are those of a schema of the contract. */
export function SchemaForm({ schema, area, children, ...form }: SchemaFormProps) {
  useErrorsInLanguage(form.form)
  useEffect(() => registerForm(form.form, form.id), [form.form, form.id])
  const call = useMemo(() => ({ schema, area }), [schema, area])
  return (
    <FormCallContext.Provider value={call}>
      <Form layout="vertical" scrollToFirstError onSubmitFailed={() => focusFirstError(form.form)} {...form}>
        {children}
      </Form>
    </FormCallContext.Provider>
  )
}

/** The schema of the form round a field, and the area of its fields. */
export function useFormCall(): FormCall {
  const call = useContext(FormCallContext)
  if (!call) throw new Error('A Field stands outside a SchemaForm')
  return call
}
