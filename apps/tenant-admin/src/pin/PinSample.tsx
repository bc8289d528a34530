import { pinLengths } from '@atrium/contract'
import { Button, Form } from '@atrium/ui-kit'
import { useState } from 'react'
import { useTenantText } from '../texts/index.ts'
import { samplePin } from './sample.ts'
import './pin.css'

const isLength = (length: number): boolean =>
  Number.isInteger(length) && length >= pinLengths.min && length <= pinLengths.max

interface ShownProps {
  readonly rule: number
  readonly length: number
}

/** Shows a sample PIN, and a button for another one. */
function ShownSample({ rule, length }: ShownProps) {
  const t = useTenantText()
  const [pin, setPin] = useState(() => samplePin(rule, length))
  return (
    <>
      <p role="status">
        <span className="visually-hidden">{t('pin.sample')}</span> <code className="pin-code">{pin}</code>
      </p>
      <Button onClick={() => setPin(samplePin(rule, length))}>{t('pin.another')}</Button>
    </>
  )
}

/** Shows a sample PIN for the form's current values. */
export function PinSample() {
  const t = useTenantText()
  const { form } = Form.useFormContext()
  const rule = Number(Form.useWatch('pinRule', form))
  const length = Number(Form.useWatch('pinLength', form))
  return (
    <section className="pin-sample" aria-label={t('pin.sample')}>
      <h2>{t('pin.sample')}</h2>
      {isLength(length) ? (
        <ShownSample key={`${rule} ${length}`} rule={rule} length={length} />
      ) : (
        <p>{t('pin.noSample')}</p>
      )}
      <p className="pin-sample-hint">{t('pin.sampleHint')}</p>
    </section>
  )
}
