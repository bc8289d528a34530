import type { FormInstance } from '@arco-design/web-react'
import { Rejection, useLanguage } from '@atrium/shared-api'
import { useCallback, useRef, useState } from 'react'
import { showFieldErrors } from '../../form/field-errors.ts'

export interface AttemptOptions {
  /**
   * Shows why the server rejected the form, unless the error belongs to a field; called with '' when a new attempt
   * starts. Comes from `useRejection`.
   */
  readonly setRejected: (message: string) => void
  /** Called first with each rejection. Returns true if it has shown the rejection. */
  readonly onRejection?: (rejection: Rejection) => boolean
}

/**
 * Sends a form, one attempt at a time, and shows why the server rejected it: at the named fields, otherwise near the
 * form. `send` itself shows a failed request.
 * @returns whether the form is being sent, and the function that sends it
 */
export function useAttempt(
  form: FormInstance,
  { setRejected, onRejection }: AttemptOptions,
): readonly [boolean, RunAlone] {
  const [busy, runAlone] = useBusy()
  const show = (error: unknown): void => {
    if (!(error instanceof Rejection) || onRejection?.(error)) return
    setRejected(error.errors.length > 0 ? showFieldErrors(form, error.errors) : error.message)
  }
  const run: RunAlone = (work) =>
    runAlone(async () => {
      setRejected('')
      await work().catch(show)
    })
  return [busy, run]
}

/** Runs one task at a time. Calls in the meantime, such as those of a double click, are dropped. */
type RunAlone = (work: () => Promise<void>) => Promise<void>

/**
 * Runs tasks one at a time.
 * @returns whether a task is running, and the function that runs one
 */
function useBusy(): readonly [boolean, RunAlone] {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  const run = useCallback<RunAlone>(async (work) => {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }, [])
  return [busy, run]
}

/**
 * Keeps the server's message about a rejected form. The message is in the language of the request, so a language
 * change clears it.
 * @param first returns the initial message
 */
export function useRejection(first = () => ''): [string, (message: string) => void] {
  const language = useLanguage()
  const [rejection, setRejection] = useState(() => ({ message: first(), language }))
  const shown = rejection.language === language ? rejection.message : ''
  return [shown, (message) => setRejection({ message, language })]
}
