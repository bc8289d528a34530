import { forgotFind, requiredText } from '@atrium/contract'
import { Form, fieldOf } from '@atrium/ui-kit'
import {
  AttemptForm,
  asText,
  CaptchaField,
  UserNameInput,
  useAttempt,
  useDemandedCaptcha,
  useRejection,
} from '@atrium/ui-kit/sign-in'
import * as z from 'zod/mini'
import { RouteLink } from '../frame/SignInFrame.tsx'
import { useAccountTexts } from '../texts/accounts/index.ts'
import { captchaOf, findPhone } from './calls.ts'
import type { Forgot } from './use-reset.ts'

const Field = fieldOf(forgotFind)

const NameForm = z.object({ userName: requiredText(64) })
const NameFormWithCaptcha = z.extend(NameForm, { captcha: requiredText(8) })

/** Asks for the user name. */
export function NameStep({ forgot }: { readonly forgot: Forgot }) {
  const t = useAccountTexts()
  const [form] = Form.useForm()
  const [rejected, setRejected] = useRejection()
  const { captcha, onRejection } = useDemandedCaptcha(form)
  const [busy, run] = useAttempt(form, { setRejected, onRejection: onRejection })
  const { draft, goOn } = forgot
  const submit = (values: Record<string, unknown>): Promise<void> =>
    run(async () => {
      const userName = asText(values.userName).trim()
      const authCode = userName === draft.userName ? draft.authCode : ''
      goOn('code', { userName, authCode, phone: await findPhone(userName, captchaOf(values, captcha)) })
    })
  return (
    <AttemptForm
      id="forgot-name"
      form={form}
      rejected={rejected}
      busy={busy}
      submitText={t('next')}
      schema={captcha.needed ? NameFormWithCaptcha : NameForm}
      initialValues={{ userName: draft.userName }}
      onSubmit={submit}
    >
      <Field name="userName">
        <UserNameInput />
      </Field>
      <CaptchaField captcha={captcha} />
      <p className="si-forgot">
        <RouteLink name="getBackPwd" query={{ step: 'remind' }}>
          {t('forgot.forgotName')}
        </RouteLink>
      </p>
    </AttemptForm>
  )
}
