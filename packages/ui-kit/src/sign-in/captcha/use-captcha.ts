import type { FormInstance } from '@arco-design/web-react'
import { captcha, codes } from '@atrium/contract'
import { failedSignIns, type Rejection, send } from '@atrium/shared-api'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The captcha of a form. */
export interface Captcha {
  /** Whether the form needs a captcha. */
  readonly needed: boolean
  /** Key that belongs to the image; '' before there is one. */
  readonly key: string
  /** The image as a data URL. */
  readonly image: string
  readonly failed: boolean
  /** Number of times that the server has required a captcha. Each time, the field takes the focus. */
  readonly demands: number
  /** Fetches another image. Each image is valid for one try. */
  readonly reload: () => void
  /**
   * Checks again whether a captcha is needed, and fetches a new image if so. After a rejection the image is used up,
   * so the entered text is cleared too.
   */
  readonly renew: (rejection?: Rejection) => void
}

const none = { key: '', image: '' }

/**
 * Manages a form's captcha, with a new image after each try.
 * @param isNeeded whether a captcha is needed; by default after too many failed sign-ins
 */
export function useCaptcha(form: FormInstance, isNeeded = failedSignIns.needCaptcha): Captcha {
  const [needed, setNeeded] = useState(isNeeded)
  const [picture, setPicture] = useState(none)
  const [failed, setFailed] = useState(false)
  const [demands, setDemands] = useState(0)

  const reload = useCallback(() => {
    setFailed(false)
    send(captcha, {}, { overlay: false, quiet: true }).then(setPicture, () => {
      setPicture(none)
      setFailed(true)
    })
  }, [])
  useEffect(() => {
    if (needed) reload()
  }, [needed, reload])

  const renew = useCallback(
    (rejection?: Rejection) => {
      if (rejection) form.resetFields('captcha')
      if (rejection?.code === codes.captchaNeeded) setDemands((count) => count + 1)
      const still = isNeeded()
      if (needed && still) reload()
      setNeeded(still)
    },
    [form, needed, reload, isNeeded],
  )
  return { needed, ...picture, failed, demands, reload, renew }
}

/** The captcha of a form that does not count failed sign-ins. */
interface DemandedCaptcha {
  readonly captcha: Captcha
  /** Call this with each rejection. The server may require a captcha, and each image is valid for one try. */
  readonly onRejection: (rejection: Rejection) => false
  /** Call this after a successful try; the captcha is then no longer required. */
  readonly onDone: () => void
}

/** Manages the captcha of a form. It is required from the server's first request for it until a try succeeds. */
export function useDemandedCaptcha(form: FormInstance): DemandedCaptcha {
  const demanded = useRef(false)
  const captcha = useCaptcha(
    form,
    useCallback(() => demanded.current, []),
  )
  const onRejection = (rejection: Rejection): false => {
    if (rejection.code === codes.captchaNeeded) demanded.current = true
    captcha.renew(rejection)
    return false
  }
  const onDone = (): void => {
    demanded.current = false
    form.resetFields('captcha')
    captcha.renew()
  }
  return { captcha, onRejection: onRejection, onDone }
}

/** Counts a rejection for the rule on when a captcha is needed. */
export function countFailure({ code }: Rejection): void {
  if (code === codes.captchaNeeded) failedSignIns.demandCaptcha()
  else if (code === codes.badCredentials) failedSignIns.add()
}
