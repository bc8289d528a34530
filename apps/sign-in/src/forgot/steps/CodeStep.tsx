import { oneTimeCode } from '@atrium/contract'
import { Form, SchemaForm } from '@atrium/ui-kit'
import { CodeField, Refused, SubmitButton, typed, useAttempt, useRefusal } from '@atrium/ui-kit/sign-in'
import { Suspense } from 'react'
import * as z from 'zod/mini'
import { useAccountTexts } from '../../texts/accounts/index.ts'
import { sendCode } from '../calls.ts'
import type { Forgot } from '../useForgot.ts'

const CodeForm = z.object({ authCode: oneTimeCode })

/** The code that is sent to the user's phone. Whether it is right shows with the new password. */
export function CodeStep({ forgot }: { readonly forgot: Forgot }) {
  const t = useAccountTexts()
  const [form] = Form.useForm()
  const [refused, setRefused] = useRefusal()
  const [sending, run] = useAttempt(form, { setRefused })
  const { draft, codeRefused, fillIn, goOn } = forgot
  const { userName, phone, authCode } = draft
  const send = (sent: () => void): Promise<void> =>
    run(async () => {
      await sendCode(userName)
      sent()
    })
  return (
    <>
      <p className="forgot-whom">{t('forgot.codeTo', { userName, phone })}</p>
      <Refused message={refused || codeRefused} />
      <SchemaForm
        id="forgot-code"
        form={form}
        schema={CodeForm}
        requiredSymbol={false}
        initialValues={{ authCode }}
        onValuesChange={(changed) => fillIn({ authCode: typed(Object(changed).authCode) })}
        onSubmit={(values) => goOn('password', { authCode: typed(values.authCode).trim() })}
      >
        <Suspense fallback={<div className="forgot-code-place" />}>
          <CodeField name="authCode" purpose="reset" subject={userName} sending={sending} onSend={send} />
          <SubmitButton>{t('next')}</SubmitButton>
        </Suspense>
      </SchemaForm>
    </>
  )
}
