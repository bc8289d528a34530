import { email, forgotFindByEmail, forgotFindByPhone, phone, requiredText, textKey } from '@atrium/contract'
import { send, useContractText, useGo } from '@atrium/shared-api'
import { Button, Form, fieldOf, Input } from '@atrium/ui-kit'
import {
  AttemptForm,
  asText,
  CaptchaField,
  useAttempt,
  useDemandedCaptcha,
  useRejection,
} from '@atrium/ui-kit/sign-in'
import { useState } from 'react'
import * as z from 'zod/mini'
import { RouteLink, SignInFrame } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { type CaptchaFields, captchaOf } from './calls.ts'
import './remind.css'

const isEmail = (contact: string): boolean => contact.includes('@')
const isComplete = (contact: string): boolean =>
  contact === '' || z.safeParse(isEmail(contact) ? email : phone, contact).success

/** Schema for an e-mail address or phone number. */
const ContactForm = z.object({
  contact: requiredText(254).check(z.refine(isComplete, textKey('rule.email'))),
})

const Field = fieldOf({ request: ContactForm })

const ContactFormWithCaptcha = z.extend(ContactForm, { captcha: requiredText(8) })

/**
 * Sends the user name to an e-mail address or phone number, if it belongs to a user. The response does not reveal
 * whether it does.
 */
export async function remind(contact: string, captcha: CaptchaFields): Promise<void> {
  const options = { overlay: false, quiet: true }
  if (isEmail(contact)) await send(forgotFindByEmail, { email: contact, ...captcha }, options)
  else await send(forgotFindByPhone, { phone: contact, ...captcha }, options)
}

/** Page that sends a forgotten user name to the user's e-mail address or phone number. */
export function RemindPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const go = useGo()
  const [form] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const { captcha, onRejection, onDone } = useDemandedCaptcha(form)
  const [busy, run] = useAttempt(form, { setRejected, onRejection: onRejection })
  const [sent, setSent] = useState(false)
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => {
      setSent(false)
      await remind(asText(values.contact).trim(), captchaOf(values, captcha))
      onDone()
      setSent(true)
    })
  return (
    <SignInFrame title={t('remind.title')} line={t('remind.line')}>
      <AttemptForm
        id="remind"
        form={form}
        rejected={rejected}
        busy={busy}
        submitText={t('remind.submit')}
        schema={captcha.needed ? ContactFormWithCaptcha : ContactForm}
        onSubmit={submit}
        onValuesChange={() => setSent(false)}
      >
        <Field name="contact" label={t('remind.contact')}>
          <Input size="large" autoComplete="email" maxLength={254} autoCapitalize="none" spellCheck={false} />
        </Field>
        <CaptchaField captcha={captcha} />
        <output className="remind-sent">{sent && server('account.done.nameSent')}</output>
      </AttemptForm>
      <p className="remind-next">
        <RouteLink name="getBackPwd">{t('remind.toReset')}</RouteLink>
      </p>
      <Button type="text" long className="si-back" onClick={() => go('signInIndex')}>
        {t('backToSignIn')}
      </Button>
    </SignInFrame>
  )
}
