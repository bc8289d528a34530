import { Form } from '@arco-design/web-react'
import { codes } from '@atrium/contract'
import type { Refusal } from '@atrium/shared-api'
import { type AttemptOptions, useRefusal } from './attempt/useAttempt.ts'
import { countFailure, useCaptcha } from './captcha/useCaptcha.ts'

interface Options {
  /** The password must be changed first. */
  readonly onMustChange: () => void
  /** Called after any other refusal but the demand for a captcha, which then has the focus. */
  readonly onRefused?: () => void
}

/**
 * What the forms of signing in share: a captcha after too many failures, and what follows a refusal.
 * @returns the form, its captcha, what is to be said of it, and how its attempts end
 */
export function useSignInForm({ onMustChange, onRefused }: Options) {
  const [form] = Form.useForm()
  const captcha = useCaptcha(form)
  const [refused, setRefused] = useRefusal()
  const onRefusal = (refusal: Refusal): boolean => {
    if (refusal.code === codes.mustChangePassword) {
      onMustChange()
      return true
    }
    countFailure(refusal)
    captcha.renew(refusal)
    if (refusal.code !== codes.captchaNeeded) onRefused?.()
    return false
  }
  const attempt: AttemptOptions = { setRefused, onRefusal }
  return { form, captcha, refused, attempt }
}
