import { Form, Input } from '@arco-design/web-react'
import { lastSignIn } from '@atrium/shared-api'
import { Field } from '../../form/index.ts'
import { AttemptForm, useAttempt } from '../attempt/index.ts'
import { CaptchaField } from '../captcha/index.ts'
import CodeField from '../code/CodeField.tsx'
import { codesSent } from '../code/codes-sent.ts'
import type { SignInFormProps } from '../form-props.ts'
import { useFormTexts } from '../texts/index.ts'
import { useSignInForm } from '../useSignInForm.ts'
import { fieldsOf, SmsFields, SmsFieldsWithCaptcha } from './schema.ts'
import { askForCode, signInBySms } from './sign-in.ts'

/** The phone to which a code was just sent, else that of the last sign-in; a user name is none. */
const lastPhone = (): string =>
  codesSent.subject('sign-in') || (lastSignIn.type() === 'phone' ? lastSignIn.name() : '')

/** Phone and the code that is sent to it; after too many failures a captcha before a code is sent. */
export default function SmsForm({ id, account, children, onSignedIn, onMustChange }: SignInFormProps) {
  const t = useFormTexts()
  const { form, captcha, refused, attempt } = useSignInForm({ onMustChange: () => onMustChange('') })
  const [busy, run] = useAttempt(form, attempt)
  const [sending, runSending] = useAttempt(form, attempt)

  const sendCode = async (sent: () => void): Promise<void> => {
    const sound = await form.validate(['phone', 'captcha']).catch(() => undefined)
    if (!sound) return
    await runSending(async () => {
      await askForCode(fieldsOf(form.getFieldsValue()), captcha.key)
      sent()
      captcha.renew()
    })
  }
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => onSignedIn(await signInBySms(fieldsOf(values))))
  const phone = fieldsOf({ phone: Form.useWatch('phone', form) }).phone
  return (
    <AttemptForm
      id={id}
      form={form}
      refused={refused}
      busy={busy}
      submitText={t('submit')}
      schema={captcha.needed ? SmsFieldsWithCaptcha : SmsFields}
      initialValues={{ phone: account ?? lastPhone() }}
      onSubmit={submit}
    >
      <Field name="phone" disabled={account !== undefined}>
        <Input size="large" type="tel" autoComplete="tel" maxLength={21} />
      </Field>
      <CaptchaField captcha={captcha} />
      <CodeField name="phoneCaptcha" purpose="sign-in" subject={phone} sending={sending} onSend={sendCode} />
      {children}
    </AttemptForm>
  )
}
