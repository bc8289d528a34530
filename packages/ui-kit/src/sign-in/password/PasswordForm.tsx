import { lastSignIn } from '@atrium/shared-api'
import { Field } from '../../form/index.ts'
import { AttemptForm, useAttempt } from '../attempt/index.ts'
import { CaptchaField } from '../captcha/index.ts'
import type { SignInFormProps } from '../form-props.ts'
import { useFormTexts } from '../texts/index.ts'
import { UserNameInput } from '../UserNameInput.tsx'
import { useSignInForm } from '../useSignInForm.ts'
import { PasswordInput } from './PasswordInput.tsx'
import { fieldsOf, PasswordFields, PasswordFieldsWithCaptcha } from './schema.ts'
import { signInByPassword } from './sign-in.ts'

/** The user name of the last sign-in; a phone is none. */
const lastName = (): string => (lastSignIn.type() === 'phone' ? '' : lastSignIn.name())

/** User name, password and, after too many failures, the captcha. */
export function PasswordForm({ id, account, children, onSignedIn, onMustChange }: SignInFormProps) {
  const t = useFormTexts()
  const { form, captcha, refused, attempt } = useSignInForm({
    onMustChange: () => onMustChange(fieldsOf(form.getFieldsValue()).userName),
    onRefused: () => document.getElementById(`${id}-password_input`)?.focus(),
  })
  const [busy, run] = useAttempt(form, attempt)
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => onSignedIn(await signInByPassword(fieldsOf(values), captcha.key)))
  return (
    <AttemptForm
      id={id}
      form={form}
      refused={refused}
      busy={busy}
      submitText={t('submit')}
      schema={captcha.needed ? PasswordFieldsWithCaptcha : PasswordFields}
      initialValues={{ userName: account ?? lastName() }}
      onSubmit={submit}
    >
      <Field name="userName" disabled={account !== undefined}>
        <UserNameInput />
      </Field>
      <Field name="password">
        <PasswordInput autoComplete="current-password" />
      </Field>
      <CaptchaField captcha={captcha} />
      {children}
    </AttemptForm>
  )
}
