import type { FormInstance } from '@arco-design/web-react'
import { captcha, codes } from '@atrium/contract'
import { failedSignIns, type Rejection, send } from '@atrium/shared-api'
import { useCallback, useEffect, useRef, useState } from 'react'

/** The captcha of a form. */
export interface Captcha {
  /** Whether the form needs one. */
  readonly needed: boolean
  /** The key that goes with the image; '' before there is one. */
  readonly key: string
  /** A data URL. */
  readonly image: string
  readonly failed: boolean
  /** How often the server has asked for it by now: each time the field takes the focus. */
  readonly demands: number
  /** Fetches another image: each serves one try. */
  readonly reload: () => void
  /**
   * Checks again whether one is needed, and takes a new image then. A rejection has used the image up, so the old
   * answer is cleared too.
   */
  readonly renew: (rejection?: Rejection) => void
}

const none = { key: '', image: '' }

/**
 * Keeps a form's captcha: a new image after each try.
 * @param isNeeded whether it is asked for; after too many failed sign-ins by default
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

/** The captcha of a form that has nothing to do with failed sign-ins. */
interface DemandedCaptcha {
  readonly captcha: Captcha
  /** To be called with each rejection: the server may ask for one, and an image serves one try. */
  readonly onRejection: (rejection: Rejection) => false
  /** To be called after a try that succeeded: it is no longer asked for. */
  readonly onDone: () => void
}

/** Keeps the captcha of a form: asked for from when the server first does, until a try succeeds. */
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

/** Counts a rejection as the captcha's rules want it. */
export function countFailure({ code }: Rejection): void {
  if (code === codes.captchaNeeded) failedSignIns.demandCaptcha()
  else if (code === codes.badCredentials) failedSignIns.add()
}
