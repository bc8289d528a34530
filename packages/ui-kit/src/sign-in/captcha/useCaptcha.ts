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
  /** Looks again whether one is needed, and takes a new image then. */
  readonly renew: () => void
}

const none = { key: '', image: '' }

/**
 * Keeps a form's captcha: a new image after each try.
 * @param isNeeded whether it is asked for; after too many failed sign-ins by default
 */
export function useCaptcha(isNeeded = failedSignIns.needCaptcha): Captcha {
  const [needed, setNeeded] = useState(isNeeded)
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
    const still = isNeeded()
    if (needed && still) reload()
    setNeeded(still)
  }, [needed, reload, isNeeded])
  return { needed, ...picture, failed, reload, renew }
}
