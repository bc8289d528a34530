import type { FormInstance } from '@arco-design/web-react'
import { Refusal } from '@atrium/shared-api'
import { refuseFields } from './refuse-fields.ts'
import { type RunAlone, useBusy } from './useBusy.ts'

export interface AttemptOptions {
  /** Shows why the server refused, where that is not about a field, and '' when a new try begins: `useRefusal`'s. */
  readonly setRefused: (message: string) => void
  /** Called first with each refusal; true where nothing more is to be shown of it. */
  readonly onRefusal?: (refusal: Refusal) => boolean
}

/**
 * Sends what a form holds, one try at a time, and shows why the server refused it: at the fields that are named,
 * otherwise near the form. A call that never came through has shown itself.
 * @returns whether something is being sent, and the function that sends
 */
export function useAttempt(
  form: FormInstance,
  { setRefused, onRefusal }: AttemptOptions,
): readonly [boolean, RunAlone] {
  const [busy, runAlone] = useBusy()
  const show = (error: unknown): void => {
    if (!(error instanceof Refusal) || onRefusal?.(error)) return
    setRefused(error.errors.length > 0 ? refuseFields(form, error.errors) : error.message)
  }
  const run: RunAlone = (work) =>
    runAlone(async () => {
      setRefused('')
      await work().catch(show)
    })
  return [busy, run]
}
