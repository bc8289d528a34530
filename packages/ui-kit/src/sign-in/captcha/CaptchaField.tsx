import { lazy, Suspense } from 'react'
import type { Captcha } from './useCaptcha.ts'

const CaptchaInput = lazy(() => import('./CaptchaInput.tsx'))

/** The captcha of a form, where it needs one. Few ever see it, so that nobody fetches it ahead. */
export function CaptchaField({ captcha }: { readonly captcha: Captcha }) {
  if (!captcha.needed) return null
  return (
    <Suspense>
      <CaptchaInput captcha={captcha} />
    </Suspense>
  )
}
