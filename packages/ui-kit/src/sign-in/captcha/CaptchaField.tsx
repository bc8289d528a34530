import { Suspense } from 'react'
import { lazyPart } from '../../base/lazy-part.tsx'
import { PartFailed } from '../part/PartFailed.tsx'
import type { Captcha } from './use-captcha.ts'

const CaptchaInput = lazyPart<{ readonly captcha: Captcha }>(() => import('./CaptchaInput.tsx'), PartFailed)

/** The captcha of a form, if the form needs one. Few users see it, so it is loaded lazily. */
export function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  if (!captcha.needed) return null
  return (
    <Suspense>
      <CaptchaInput captcha={captcha} />
    </Suspense>
  )
}
