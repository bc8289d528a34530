import { Form, type FormInstance, type FormProps } from '@arco-design/web-react'
import type { FieldLabels } from '@atrium/contract'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { FormSchema } from './rules.ts'
import { useErrorsInLanguage } from './useErrorsInLanguage.ts'

type FormCall = Pick<SchemaFormProps, 'schema' | 'labels'>

const FormCallContext = createContext<FormCall | undefined>(undefined)

export interface SchemaFormProps extends Omit<FormProps, 'form' | 'onSubmit' | 'children'> {
  /** The request's schema in the contract; `Field`s take their rules from it. */
  readonly schema: FormSchema
  /** The call's names for fields that are called otherwise elsewhere. */
  readonly labels?: FieldLabels | undefined
  readonly form: FormInstance
  /** Prefix of the inputs' ids, unique in the page. */
  readonly id: string
  readonly onSubmit: (values: Record<string, unknown>) => void
  readonly children: ReactNode
}

/** A form whose rules are those of a schema of the contract. */
export function SchemaForm({ schema, labels, children, ...form }: SchemaFormProps) {
  useErrorsInLanguage(form.form)
  const call = useMemo(() => ({ schema, labels }), [schema, labels])
  return (
    <FormCallContext.Provider value={call}>
      <Form layout="vertical" scrollToFirstError validateTrigger="onBlur" {...form}>
        {children}
      </Form>
    </FormCallContext.Provider>
  )
}

/** The schema of the form round a field, and the names of its fields. */
export function useFormCall(): FormCall {
  const call = useContext(FormCallContext)
  if (!call) throw new Error('A Field stands outside a SchemaForm')
  return call
}
