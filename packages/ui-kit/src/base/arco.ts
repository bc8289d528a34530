import { Form as ArcoForm } from '@arco-design/web-react'

/** The hooks of Arco's forms; a form itself is a `SchemaForm`. Lists of fields are not in the page's build. */
export const Form: Pick<typeof ArcoForm, 'useForm' | 'useFormContext' | 'useWatch'> = ArcoForm
