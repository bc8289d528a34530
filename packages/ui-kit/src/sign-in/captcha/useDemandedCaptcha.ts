import type { FormInstance } from '@arco-design/web-react'
import { codes } from '@atrium/contract'
import type { Refusal } from '@atrium/shared-api'
import { useCallback, useRef } from 'react'
import { type Captcha, useCaptcha } from './useCaptcha.ts'

/** The captcha of a form that has nothing to do with failed sign-ins. */
export interface DemandedCaptcha {
  readonly captcha: Captcha
  /** To be called with each refusal: the server may ask for one, and an image serves one try. */
  readonly onRefusal: (refusal: Refusal) => false
  /** To be called after a try that succeeded: it is no longer asked for. */
  readonly onDone: () => void
}

/** Keeps the captcha of a form: asked for from when the server first does, until a try succeeds. */
export function useDemandedCaptcha(form: FormInstance): DemandedCaptcha {
  const demanded = useRef(false)
  const captcha = useCaptcha(useCallback(() => demanded.current, []))
  const renew = (): void => {
    form.resetFields('captcha')
    captcha.renew()
  }
  const onRefusal = ({ code }: Refusal): false => {
    if (code === codes.captchaNeeded) demanded.current = true
    renew()
    return false
  }
  const onDone = (): void => {
    demanded.current = false
    renew()
  }
  return { captcha, onRefusal, onDone }
}
