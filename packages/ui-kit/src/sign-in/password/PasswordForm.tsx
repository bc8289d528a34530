import { requiredText, type SignInResponse, signIn, textKey } from '@atrium/contract'
import { encryptPasswords, failedSignIns, lastSignIn, pageScope, send } from '@atrium/shared-api'
import * as z from 'zod/mini'
import { fieldOf } from '../../form/Field.tsx'
import { asText } from '../as-text.ts'
import { AttemptForm } from '../attempt/AttemptForm.tsx'
import { useAttempt } from '../attempt/use-attempt.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import type { SignInFormProps } from '../form-props.ts'
import { useFormTexts } from '../texts/index.ts'
import { UserNameInput } from '../UserNameInput.tsx'
import { useSignInForm } from '../use-sign-in-form.ts'
import { PasswordInput } from './PasswordInput.tsx'

const Field = fieldOf(signIn)

const typedPassword = z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required')))

const fields = { userName: requiredText(64), password: typedPassword }

/** Fields that the form checks before it sends anything. */
const PasswordFields = z.object(fields)
const PasswordFieldsWithCaptcha = z.object({ ...fields, captcha: requiredText(8) })

/** Returns the fields of a form that its schema has accepted; '' for a field that the form does not have. */
export const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  userName: asText(values.userName).trim(),
  password: asText(values.password),
  captcha: asText(values.captcha).trim(),
})

/**
 * Signs in by password, and remembers the user name for the next sign-in.
 * @param checkKey the captcha's key; '' if none was required
 */
async function signInByPassword(
  { userName, password, captcha }: ReturnType<typeof fieldsOf>,
  checkKey: string,
): Promise<SignInResponse> {
  const [encrypted] = await encryptPasswords({ password, purpose: 'sign-in', name: userName })
  const request = { userName, password: encrypted, captcha, checkKey }
  const response = await send(signIn, request, { overlay: false, quiet: true })
  failedSignIns.reset()
  lastSignIn.keep('password', userName)
  return response
}

/** Returns the user name of the last sign-in; '' after a sign-in by phone. */
const lastName = (): string => (lastSignIn.type() === 'phone' ? '' : lastSignIn.name())

interface PasswordFormProps extends SignInFormProps {
  /** Initial user name, which the user can change; '' for that of the last sign-in. */
  readonly proposed?: string
}

/** Asks for user name and password, and after too many failures for a captcha. */
export function PasswordForm({
  id,
  account,
  proposed,
  children,
  onSignedIn,
  onMustChange,
}: PasswordFormProps) {
  const t = useFormTexts()
  const { form, captcha, rejected, attempt } = useSignInForm({
    onMustChange: () => onMustChange(fieldsOf(form.getFieldsValue()).userName),
    onRejected: () => pageScope().getElementById(`${id}-password_input`)?.focus(),
  })
  const [busy, run] = useAttempt(form, attempt)
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => onSignedIn(await signInByPassword(fieldsOf(values), captcha.key)))
  return (
    <AttemptForm
      id={id}
      form={form}
      rejected={rejected}
      busy={busy}
      submitText={t('submit')}
      schema={captcha.needed ? PasswordFieldsWithCaptcha : PasswordFields}
      initialValues={{ userName: account ?? (proposed || lastName()) }}
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
