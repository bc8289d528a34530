import { Button } from '@arco-design/web-react'
import { signInByPhone } from '@atrium/contract'
import { useEffect, useReducer, useRef, useState } from 'react'
import { fieldOf } from '../../form/Field.tsx'
import { useFormTexts } from '../texts/index.ts'
import { CodeInput } from './CodeInput.tsx'
import { type CodeCalls, type CodePurpose, codeFields, codesSent } from './codes-sent.ts'
import './code.css'

const Field = fieldOf<CodeCalls>(signInByPhone)

export interface CodeFieldProps {
  readonly purpose: CodePurpose
  /** Replaces the field's own name. */
  readonly label?: string
  /** Phone, address or user name of the user who receives the code. */
  readonly subject: string
  /** Whether a code is being requested. */
  readonly sending: boolean
  /** Size of the input, which should match the form's other fields; large by default. */
  readonly size?: 'default' | 'large'
  /** Requests a code, and calls `sent` once it was sent. */
  readonly onSend: (sent: () => void) => void
}

/** The input for a one-time code next to the button that sends one, at most once a minute. */
export default function CodeField(props: CodeFieldProps) {
  const { label, purpose, subject, sending, size = 'large', onSend } = props
  const t = useFormTexts()
  const box = useRef<HTMLDivElement>(null)
  const [asked, setAsked] = useState('')
  const wait = useWait(purpose, subject)
  const sent = (): void => {
    codesSent.note(purpose, subject)
    setAsked(subject)
    // The button is about to be disabled, and the user types the code here next.
    box.current?.querySelector('input')?.focus()
  }
  const isSent = wait > 0 || (asked !== '' && asked === subject)
  return (
    <div ref={box} className="code-field">
      <Field name={codeFields[purpose]} {...(label !== undefined && { label })}>
        <CodeInput size={size} />
      </Field>
      <Button size={size} loading={sending} disabled={wait > 0} onClick={() => onSend(sent)}>
        {wait > 0 ? t('code.wait', { seconds: wait }) : t(isSent ? 'code.again' : 'code.send')}
      </Button>
      <output className="code-sent">{isSent && t('code.sent')}</output>
    </div>
  )
}

/** Returns the seconds until another code can be requested, counted down. */
function useWait(purpose: CodePurpose, subject: string): number {
  const [, look] = useReducer((times: number) => times + 1, 0)
  const seconds = codesSent.wait(purpose, subject)
  const waiting = seconds > 0
  useEffect(() => {
    if (!waiting) return
    // Checks twice a second, so that a late timer does not skip a second.
    const timer = setInterval(look, 500)
    return () => clearInterval(timer)
  }, [waiting])
  return seconds
}
