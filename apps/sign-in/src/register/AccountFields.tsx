import type { Registration } from '@atrium/contract'
import { Field, type FormInstance, Input } from '@atrium/ui-kit'
import { UserNameInput } from '@atrium/ui-kit/sign-in'
import { NewPasswordField } from '../newPassword/index.ts'

interface Props {
  readonly form: FormInstance
  readonly invitation: Registration
}

/** Who joins. Somebody with an account sees it; somebody new sets one up, for the address that was invited. */
export function AccountFields({ form, invitation: { isUser } }: Props) {
  return (
    <>
      <Field name="tenantName">
        <Input readOnly />
      </Field>
      <Field name="name">
        <Input readOnly={isUser} autoComplete="name" maxLength={100} />
      </Field>
      <Field name="username">
        <UserNameInput readOnly={isUser} />
      </Field>
      {!isUser && <NewPasswordField form={form} name="password" />}
      <Field name="email">
        <Input readOnly />
      </Field>
    </>
  )
}
