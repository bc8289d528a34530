import {
  type AnswerOf,
  type Call,
  codes,
  type FieldChange,
  type FieldError,
  type InputOf,
} from '@atrium/contract'
import { notifyError, Refusal, send } from '@atrium/shared-api'
import { useRef, useState } from 'react'

/** How a save ended: done, refused because somebody else saved meanwhile, or not done for a reason shown by now. */
type Outcome<Answer> =
  | { readonly kind: 'saved'; readonly answer: Answer }
  | { readonly kind: 'stale'; readonly changes: readonly FieldChange[] }
  | { readonly kind: 'failed' }

const failed = { kind: 'failed' } as const

/**
 * Sends a save, one at a time, and sorts its refusals: those that belong to fields go to the caller, any other is
 * shown as a message.
 * @param onErrors gets the fields that the server refuses
 */
export function useSaving<C extends Call>(call: C, onErrors: (errors: readonly FieldError[]) => void) {
  const [saving, setSaving] = useState(false)
  const busy = useRef(false)

  const save = async (values: object): Promise<Outcome<AnswerOf<C>>> => {
    if (busy.current) return failed
    busy.current = true
    setSaving(true)
    try {
      return { kind: 'saved', answer: await send(call, values as InputOf<C>, { quiet: true }) }
    } catch (error) {
      if (!(error instanceof Refusal)) return failed
      if (error.code === codes.conflict && error.changes.length > 0) {
        return { kind: 'stale', changes: error.changes }
      }
      if (error.code === codes.invalid && error.errors.length > 0) onErrors(error.errors)
      else notifyError(error.message)
      return failed
    } finally {
      busy.current = false
      setSaving(false)
    }
  }
  return { saving, save }
}
