import './attempt.css'
import { Button } from '@arco-design/web-react'
import type { MouseEvent, ReactNode } from 'react'
import { SchemaForm, type SchemaFormProps } from '../../form/index.ts'

interface AttemptFormProps extends SchemaFormProps {
  /** Why the server refused: `useRefusal`'s. */
  readonly refused: string
  /** Whether it is on its way: `useAttempt`'s. */
  readonly busy: boolean
  /** What the button that sends it says. */
  readonly submitText: string
}

/**
 * A form of coming in: why it was refused, its fields, and the button that sends it. Most have but a few fields, all of
 * them required, so that none is marked unless the form says so.
 */
export function AttemptForm({ refused, busy, submitText, children, ...form }: AttemptFormProps) {
  return (
    <>
      <Refused message={refused} />
      <SchemaForm requiredSymbol={false} {...form}>
        {children}
        <SubmitButton busy={busy}>{submitText}</SubmitButton>
      </SchemaForm>
    </>
  )
}

/** Why the server refused the form, near it and read out at once. The place stays in the page, so that it is heard. */
export function Refused({ message }: { readonly message: string }) {
  return (
    <div role="alert" className="refused-place">
      {message && <p className="refused">{message}</p>}
    </div>
  )
}

interface SubmitButtonProps {
  /** Whether the form is on its way. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/**
 * Leaves the focus where it is while the button is pressed: the complaint about a field that is left can move the
 * button away from under the pointer, and the click would be lost.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** The button that sends a form of coming in. */
export function SubmitButton({ busy = false, children }: SubmitButtonProps) {
  return (
    <Button type="primary" htmlType="submit" size="large" long loading={busy} onMouseDown={keepFocus}>
      {children}
    </Button>
  )
}
