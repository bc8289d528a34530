import { codes, forgotReset, NewPassword, textKey } from '@atrium/contract'
import { failedSignIns, lastSignIn, type Rejection, useContractText, useGo } from '@atrium/shared-api'
import { Form, fieldOf, Message } from '@atrium/ui-kit'
import { AttemptForm, asText, PasswordInput, useAttempt, useRejection } from '@atrium/ui-kit/sign-in'
import * as z from 'zod/mini'
import { NewPasswordField } from '../new-password/NewPasswordField.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { resetPassword } from './calls.ts'
import type { Forgot } from './use-reset.ts'

const Field = fieldOf(forgotReset)

/** Schema for a new password and its repetition. */
const ResetForm = z
  .object({
    password: NewPassword,
    rePassword: z.string(textKey('rule.required')).check(z.minLength(1, textKey('rule.required'))),
  })
  .check(
    z.refine((form) => form.rePassword === form.password, {
      error: textKey('rule.passwordMismatch'),
      path: ['rePassword'],
    }),
  )

/** Asks for the new password. The user then signs in with it. */
export function PasswordStep({ forgot }: { readonly forgot: Forgot }) {
  const t = useAccountTexts()
  const server = useContractText()
  const go = useGo()
  const [form] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const { draft, fillIn, finish, rejectCode } = forgot
  const onRejection = ({ code, message }: Rejection): boolean => {
    if (code === codes.badCode) rejectCode(message)
    return code === codes.badCode
  }
  const [busy, run] = useAttempt(form, { setRejected, onRejection: onRejection })
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => {
      const { password, rePassword } = values
      await resetPassword({ ...draft, password: asText(password), rePassword: asText(rePassword) })
      finish()
      failedSignIns.reset()
      lastSignIn.keep('password', draft.userName)
      Message.success(server('account.done.passwordReset'))
      go('signInIndex', { replace: true, query: { tab: 'password' } })
    })
  return (
    <AttemptForm
      id="forgot-password"
      form={form}
      rejected={rejected}
      busy={busy}
      submitText={t('forgot.submit')}
      schema={ResetForm}
      initialValues={{ password: draft.password, rePassword: draft.rePassword }}
      onValuesChange={(changed) => fillIn(changed)}
      onSubmit={submit}
    >
      <NewPasswordField form={form} name="password" label={t('newPassword')} />
      <Field name="rePassword" label={t('confirmPassword')}>
        <PasswordInput autoComplete="new-password" />
      </Field>
    </AttemptForm>
  )
}
