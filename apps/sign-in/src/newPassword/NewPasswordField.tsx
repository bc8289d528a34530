import { Field, Form, type FormInstance } from '@atrium/ui-kit'
import { PasswordInput, typed } from '@atrium/ui-kit/sign-in'
import { PasswordRules } from './PasswordRules.tsx'

interface Props {
  readonly form: FormInstance
  /** The field's wire name. */
  readonly name: string
  readonly label?: string
  /** The field of the password that this one replaces, if the form has one. */
  readonly oldName?: string
}

/** A new password, with its rules and its strength while it is typed. */
export function NewPasswordField({ form, name, label, oldName }: Props) {
  const password = typed(Form.useWatch(name, form))
  const oldPassword = typed(Form.useWatch(oldName ?? '', form))
  return (
    <>
      <Field name={name} label={label}>
        <PasswordInput autoComplete="new-password" aria-describedby={`${name}-rules`} />
      </Field>
      <PasswordRules
        id={`${name}-rules`}
        password={password}
        oldPassword={oldName === undefined ? undefined : oldPassword}
      />
    </>
  )
}
