import { requiredText } from '@atrium/contract'
import { Form, SchemaForm } from '@atrium/ui-kit'
import {
  asText,
  CaptchaField,
  CodeField,
  codeForm,
  FocusFirst,
  Rejected,
  SubmitButton,
  useAttempt,
  useDemandedCaptcha,
  useRejection,
} from '@atrium/ui-kit/sign-in'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { captchaOf, sendCode } from './calls.ts'
import type { Forgot } from './use-reset.ts'

const CaptchaForm = z.object({ captcha: requiredText(8) })

/** Asks for the code sent to the user's phone. The server checks the code together with the new password. */
export function CodeStep({ forgot }: { readonly forgot: Forgot }) {
  const t = useAccountTexts()
  const [form] = Form.useForm()
  const [captchaForm] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const { captcha, onRejection, onDone } = useDemandedCaptcha(captchaForm)
  const [sending, run] = useAttempt(form, { setRejected, onRejection: onRejection })
  const { draft, codeRejected, fillIn, goOn } = forgot
  const { userName, authCode } = draft
  const send = async (sent: () => void): Promise<void> => {
    const answered = await captchaForm.validate().catch(() => undefined)
    if (!answered) return
    await run(async () => {
      await sendCode(userName, captchaOf(answered, captcha))
      onDone()
      sent()
    })
  }
  return (
    <>
      <p className="forgot-whom">{t('forgot.codeTo', { userName })}</p>
      <Rejected message={rejected || codeRejected} />
      {/* A separate form, because only requesting a code needs the captcha. */}
      <SchemaForm
        id="forgot-captcha"
        form={captchaForm}
        schema={CaptchaForm}
        requiredSymbol={false}
        onSubmit={() => {}}
      >
        <CaptchaField captcha={captcha} />
      </SchemaForm>
      <SchemaForm
        id="forgot-code"
        form={form}
        schema={codeForm('reset', userName)}
        requiredSymbol={false}
        initialValues={{ authCode }}
        onValuesChange={(changed) => fillIn({ authCode: asText(Object(changed).authCode) })}
        onSubmit={(values) => goOn('password', { authCode: asText(values.authCode).trim() })}
      >
        <Suspense fallback={<div className="forgot-code-placeholder" />}>
          <CodeField purpose="reset" subject={userName} sending={sending} onSend={send} />
          <FocusFirst form="forgot-code" />
          <SubmitButton>{t('next')}</SubmitButton>
        </Suspense>
      </SchemaForm>
    </>
  )
}
