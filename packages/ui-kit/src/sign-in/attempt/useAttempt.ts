import type { FormInstance } from '@arco-design/web-react'
import { Rejection, useLanguage } from '@atrium/shared-api'
import { useCallback, useRef, useState } from 'react'
import { showFieldErrors } from '../../form/fieldErrors.ts'

export interface AttemptOptions {
  /**
   * Shows why the server rejected, if that is not about a field, and '' when a new attempt begins: from `useRejection`.
   */
  readonly setRejected: (message: string) => void
  /** Called first with each rejection; returns true if it has shown it. */
  readonly onRejection?: (rejection: Rejection) => boolean
}

/**
 * Sends a form, one attempt at a time, and shows why the server rejected it: at the named fields, otherwise near the
 * form. A failed request has shown itself.
 * @returns whether it is being sent, and the function that sends
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

/** Runs one thing at a time; calls meanwhile, such as a double click's, are dropped. */
type RunAlone = (work: () => Promise<void>) => Promise<void>

/** @returns whether something runs, and the function that runs it */
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
 * The server's words on a rejected form. They are in the language of the request, so that a switch ends them.
 * @param first asked for what there is to say already
 */
export function useRejection(first = () => ''): [string, (message: string) => void] {
  const language = useLanguage()
  const [rejection, setRejection] = useState(() => ({ message: first(), language }))
  const shown = rejection.language === language ? rejection.message : ''
  return [shown, (message) => setRejection({ message, language })]
}
