import { Form as ArcoForm } from '@arco-design/web-react'

/**
 * The hooks of Arco's forms. Use `SchemaForm` for the form itself. Arco's lists of fields are not part of the page's
 * build.
 */
export const Form: Pick<typeof ArcoForm, 'useForm' | 'useFormContext' | 'useWatch'> = ArcoForm
