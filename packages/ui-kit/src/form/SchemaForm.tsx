import { Form, type FormInstance, type FormProps } from '@arco-design/web-react'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { FormSchema } from './rules.ts'
import { useErrorsInLanguage } from './useErrorsInLanguage.ts'

const Schema = createContext<FormSchema | undefined>(undefined)

export interface SchemaFormProps extends Omit<FormProps, 'form' | 'onSubmit' | 'children'> {
  /** The request's schema in the contract; `Field`s take their rules from it. */
  readonly schema: FormSchema
  readonly form: FormInstance
  /** Prefix of the inputs' ids, unique in the page. */
  readonly id: string
  readonly onSubmit: (values: Record<string, unknown>) => void
  readonly children: ReactNode
}

/** A form whose rules are those of a schema of the contract. */
export function SchemaForm({ schema, children, ...form }: SchemaFormProps) {
  useErrorsInLanguage(form.form)
  return (
    <Schema.Provider value={schema}>
      <Form layout="vertical" scrollToFirstError validateTrigger="onBlur" {...form}>
        {children}
      </Form>
    </Schema.Provider>
  )
}

/** The schema of the form round a field. */
export function useFormSchema(): FormSchema {
  const schema = useContext(Schema)
  return useMemo(() => {
    if (!schema) throw new Error('A Field stands outside a SchemaForm')
    return schema
  }, [schema])
}
