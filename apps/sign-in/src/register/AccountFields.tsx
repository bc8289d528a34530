import type { Registration } from '@atrium/contract'
import { Field, type FormInstance, Input } from '@atrium/ui-kit'
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
        <Input
          readOnly={isUser}
          autoComplete="username"
          maxLength={64}
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      {!isUser && <NewPasswordField form={form} name="password" />}
      <Field name="email">
        <Input readOnly />
      </Field>
    </>
  )
}
