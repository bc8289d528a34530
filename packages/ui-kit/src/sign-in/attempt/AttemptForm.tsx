import { focusedElement, isEntered, pageScope } from '@atrium/shared-api'
import './attempt.css'
import { Button } from '@arco-design/web-react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { SchemaForm, type SchemaFormProps } from '../../form/SchemaForm.tsx'

interface AttemptFormProps extends SchemaFormProps {
  /** Why the server rejected: `useRejection`'s. */
  readonly rejected: string
  /** Whether it is on its way: `useAttempt`'s. */
  readonly busy: boolean
  /** Label of the submit button. */
  readonly submitText: string
}

/**
 * A form for signing in and the like: the reason of a rejection, its fields, and the submit button. Most have few
 * fields, all required, so none is marked by default.
 */
export function AttemptForm({ rejected, busy, submitText, children, ...form }: AttemptFormProps) {
  return (
    <>
      <Rejected message={rejected} />
      <SchemaForm requiredSymbol={false} {...form}>
        {children}
        <FocusFirst form={form.id} />
        <SubmitButton busy={busy}>{submitText}</SubmitButton>
      </SchemaForm>
    </>
  )
}

const editable =
  'input:not([disabled], [readonly], [aria-hidden="true"]), [role="combobox"]:not([aria-disabled="true"])'

/**
 * Focuses the first empty field of a form when it appears, unless the user has put the focus elsewhere; placed within
 * the form.
 * @param props.form the form's id
 */
export function FocusFirst({ form }: { readonly form: string }): null {
  useEffect(() => {
    if (focusedElement() || !isEntered()) return
    const fields = [...(pageScope().getElementById(form)?.querySelectorAll<HTMLElement>(editable) ?? [])]
    const empty = fields.find((field) => !(field instanceof HTMLInputElement && field.value))
    const first = empty ?? fields[0]
    first?.focus()
  }, [form])
  return null
}

/** Shows why the server rejected the form, and announces it. The element stays in the page, so that it is announced. */
export function Rejected({ message }: { readonly message: string }) {
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
 * Keeps the focus while the button is pressed: the message of the field that loses it can move the button away from
 * under the pointer, and the click would be lost.
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
