import { captcha } from '@atrium/contract'
import { failedSignIns, send } from '@atrium/shared-api'
import { useCallback, useEffect, useState } from 'react'

/** The captcha of a form. */
export interface Captcha {
  /** Whether the form needs one. */
  readonly needed: boolean
  /** The key that goes with the image; '' before there is one. */
  readonly key: string
  /** A data URL. */
  readonly image: string
  readonly failed: boolean
  /** Fetches another image: each serves one try. */
  readonly reload: () => void
  /** Looks at the count of failures again, and takes a new image where one is needed. */
  readonly renew: () => void
}

const none = { key: '', image: '' }

/** Keeps a form's captcha: asked for after too many failures, a new image after each try. */
export function useCaptcha(): Captcha {
  const [needed, setNeeded] = useState(failedSignIns.needCaptcha)
  const [picture, setPicture] = useState(none)
  const [failed, setFailed] = useState(false)

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

  const renew = useCallback(() => {
    const still = failedSignIns.needCaptcha()
    if (needed && still) reload()
    setNeeded(still)
  }, [needed, reload])
  return { needed, ...picture, failed, reload, renew }
}
