import { Form } from '@arco-design/web-react'
import { phone, requiredText, type SignInResponse, sendSignInCode, signInByPhone } from '@atrium/contract'
import { failedSignIns, lastSignIn, send } from '@atrium/shared-api'
import * as z from 'zod/mini'
import { fieldOf } from '../../form/Field.tsx'
import { asText } from '../as-text.ts'
import { AttemptForm } from '../attempt/AttemptForm.tsx'
import { useAttempt } from '../attempt/use-attempt.ts'
import { CaptchaField } from '../captcha/CaptchaField.tsx'
import CodeField from '../code/CodeField.tsx'
import { codeRule, codesSent } from '../code/codes-sent.ts'
import type { SignInFormProps } from '../form-props.ts'
import { PhoneInput } from '../PhoneInput.tsx'
import { useFormTexts } from '../texts/index.ts'
import { useSignInForm } from '../use-sign-in-form.ts'

const Field = fieldOf(signInByPhone)

/** Returns the fields that the form checks before it sends anything. */
function smsFields(subject: string, withCaptcha: boolean) {
  const fields = { phone, phoneCaptcha: codeRule('sign-in', subject) }
  return withCaptcha ? z.object({ ...fields, captcha: requiredText(8) }) : z.object(fields)
}

/** Returns the fields of a form; '' for a field that the form does not have. */
const fieldsOf = (values: Readonly<Record<string, unknown>>) => ({
  phone: asText(values.phone).trim(),
  phoneCaptcha: asText(values.phoneCaptcha).trim(),
  captcha: asText(values.captcha).trim(),
})

type Fields = ReturnType<typeof fieldsOf>

const options = { overlay: false, quiet: true }

/**
 * Sends a sign-in code.
 * @param checkKey the captcha's key; '' if none was required
 */
async function askForCode({ phone, captcha }: Fields, checkKey: string): Promise<void> {
  await send(sendSignInCode, { phone, captcha, checkKey }, options)
}

/** Signs in with a code, and remembers the phone for the next sign-in. */
async function signInBySms({ phone, phoneCaptcha }: Fields): Promise<SignInResponse> {
  const response = await send(signInByPhone, { phone, phoneCaptcha }, options)
  failedSignIns.reset()
  lastSignIn.keep('phone', phone)
  return response
}

/**
 * Returns the phone to which a code was just sent, or else the phone of the last sign-in; '' after a sign-in by user
 * name.
 */
const lastPhone = (): string =>
  codesSent.subject('sign-in') || (lastSignIn.type() === 'phone' ? lastSignIn.name() : '')

/** Asks for a phone number and the code sent to it. After too many failures, requires a captcha before a code is sent. */
export default function SmsForm({ id, account, children, onSignedIn, onMustChange }: SignInFormProps) {
  const t = useFormTexts()
  const { form, captcha, rejected, attempt } = useSignInForm({ onMustChange: () => onMustChange('') })
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
  const subject = fieldsOf({ phone: Form.useWatch('phone', form) }).phone
  return (
    <AttemptForm
      id={id}
      form={form}
      rejected={rejected}
      busy={busy}
      submitText={t('submit')}
      schema={smsFields(subject, captcha.needed)}
      initialValues={{ phone: account ?? lastPhone() }}
      onSubmit={submit}
    >
      <Field name="phone" disabled={account !== undefined}>
        <PhoneInput size="large" />
      </Field>
      <CaptchaField captcha={captcha} />
      <CodeField purpose="sign-in" subject={subject} sending={sending} onSend={sendCode} />
      {children}
    </AttemptForm>
  )
}
