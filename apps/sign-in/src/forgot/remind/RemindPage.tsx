import { useContractText, useGo } from '@atrium/shared-api'
import { Button, Field, Form, Input } from '@atrium/ui-kit'
import {
  AttemptForm,
  CaptchaField,
  typed,
  useAttempt,
  useDemandedCaptcha,
  useRefusal,
} from '@atrium/ui-kit/sign-in'
import { useState } from 'react'
import { RouteLink, SignInFrame } from '../../frame/index.ts'
import { useAccountTexts } from '../../texts/accounts/index.ts'
import { captchaOf } from '../calls.ts'
import { useFocus } from '../useFocus.ts'
import { ContactForm, ContactFormWithCaptcha, remind } from './contact.ts'
import './remind.css'

/** Has a forgotten user name sent to the e-mail address or the phone of its user. */
export function RemindPage() {
  const t = useAccountTexts()
  const server = useContractText()
  const go = useGo()
  const [form] = Form.useForm()
  const [refused, setRefused] = useRefusal()
  const { captcha, onRefusal, onDone } = useDemandedCaptcha(form)
  const [busy, run] = useAttempt(form, { setRefused, onRefusal })
  const [sent, setSent] = useState(false)
  useFocus('remind-contact_input')
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => {
      setSent(false)
      await remind(typed(values.contact).trim(), captchaOf(values, captcha))
      onDone()
      setSent(true)
    })
  return (
    <SignInFrame title={t('remind.title')} line={t('remind.line')}>
      <AttemptForm
        id="remind"
        form={form}
        refused={refused}
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
        <output className="remind-sent">{sent && server('done.nameSent')}</output>
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
