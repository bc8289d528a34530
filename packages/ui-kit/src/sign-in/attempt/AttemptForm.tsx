import { focusedElement, isEntered, pageScope } from '@atrium/shared-api'
import './attempt.css'
import { Button } from '@arco-design/web-react'
import { type MouseEvent, type ReactNode, useEffect } from 'react'
import { SchemaForm, type SchemaFormProps } from '../../form/SchemaForm.tsx'

interface AttemptFormProps extends SchemaFormProps {
  /** Reason why the server rejected the form, from `useRejection`. */
  readonly rejected: string
  /** Whether the form is being sent, from `useAttempt`. */
  readonly busy: boolean
  /** Label of the submit button. */
  readonly submitText: string
}

/**
 * A form for signing in and similar tasks: the reason of a rejection, the fields, and the submit button. Most such
 * forms have few fields, all required, so no field is marked by default.
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
 * Focuses the first empty field of a form when the form appears, unless the user has already focused another element.
 * Place it inside the form.
 * @param props.form id of the form
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

/**
 * Shows and announces why the server rejected the form. The element always stays on the page, because screen readers
 * announce only changes of an existing element.
 */
export function Rejected({ message }: { readonly message: string }) {
  return (
    <div role="alert" className="rejection-slot">
      {message && <p className="rejection">{message}</p>}
    </div>
  )
}

interface SubmitButtonProps {
  /** Whether the form is being sent. */
  readonly busy?: boolean
  readonly children: ReactNode
}

/**
 * Keeps the focus while the button is pressed. Otherwise the field that loses the focus could show a message that
 * moves the button away from under the pointer, and the click would be lost.
 */
const keepFocus = (event: MouseEvent): void => event.preventDefault()

/** The submit button of a sign-in form. */
export function SubmitButton({ busy = false, children }: SubmitButtonProps) {
  return (
    <Button type="primary" htmlType="submit" size="large" long loading={busy} onMouseDown={keepFocus}>
      {children}
    </Button>
  )
}
