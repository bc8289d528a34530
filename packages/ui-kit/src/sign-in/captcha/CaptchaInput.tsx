import { Input } from '@arco-design/web-react'
import { signIn } from '@atrium/contract'
import { useEffect, useRef } from 'react'
import { fieldOf } from '../../form/Field.tsx'
import { useFormTexts } from '../texts/index.ts'
import type { Captcha } from './use-captcha.ts'
import './captcha.css'

const Field = fieldOf(signIn)

/** The captcha's input next to its image. The image is a button that loads another one. */
export default function CaptchaInput({ captcha }: { readonly captcha: Captcha }) {
  const t = useFormTexts()
  const { image, failed, demands, reload } = captcha
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (demands > 0) box.current?.querySelector('input')?.focus()
  }, [demands])
  return (
    <div ref={box} className="captcha">
      <Field name="captcha">
        <Input size="large" autoComplete="off" maxLength={8} />
      </Field>
      <button type="button" className="captcha-image" title={t('captcha.reload')} onClick={reload}>
        {image && <img src={image} alt={t('captcha.image')} />}
        <span className={failed ? '' : 'visually-hidden'}>
          {t(failed ? 'captcha.failed' : 'captcha.reload')}
        </span>
      </button>
    </div>
  )
}
