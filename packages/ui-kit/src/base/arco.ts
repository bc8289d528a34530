import { Form as ArcoForm, Input as ArcoInput, type InputProps } from '@arco-design/web-react'
import type { RefInputType } from '@arco-design/web-react/es/Input/index.js'
import type { ForwardRefExoticComponent, RefAttributes } from 'react'

/** The hooks of Arco's forms; a form itself is a `SchemaForm`. Lists of fields are not in the page's build. */
export const Form: Pick<typeof ArcoForm, 'useForm' | 'useFormContext' | 'useWatch'> = ArcoForm

/**
 * Arco's inputs but for its search, for which `ui-kit/list` has one, and the one for passwords, which not everybody can
 * use: `ui-kit/sign-in` has one. Neither is in the page's build.
 */
export const Input: ForwardRefExoticComponent<InputProps & RefAttributes<RefInputType>> &
  Pick<typeof ArcoInput, 'TextArea'> = ArcoInput
