import { Form } from '@arco-design/web-react'
import { codes } from '@atrium/contract'
import type { Rejection } from '@atrium/shared-api'
import { type AttemptOptions, useRejection } from './attempt/use-attempt.ts'
import { countFailure, useCaptcha } from './captcha/use-captcha.ts'

interface Options {
  /** Called if the password must be changed first. */
  readonly onMustChange: () => void
  /** Called after any other rejection, except the demand for a captcha, which then has the focus. */
  readonly onRejected?: () => void
}

/**
 * Shared parts of the sign-in forms: a captcha after too many failures, and the handling of rejections.
 * @returns the form, its captcha, its message, and the options for `useAttempt`
 */
export function useSignInForm({ onMustChange, onRejected }: Options) {
  const [form] = Form.useForm()
  const captcha = useCaptcha(form)
  const [rejected, setRejected] = useRejection()
  const onRejection = (rejection: Rejection): boolean => {
    if (rejection.code === codes.mustChangePassword) {
      onMustChange()
      return true
    }
    countFailure(rejection)
    captcha.renew(rejection)
    if (rejection.code !== codes.captchaNeeded) onRejected?.()
    return false
  }
  const attempt: AttemptOptions = { setRejected, onRejection: onRejection }
  return { form, captcha, rejected, attempt }
}
