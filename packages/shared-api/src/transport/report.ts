import { isSessionInvalid } from '@atrium/contract'
import { textsOf } from '../i18n/texts.ts'
import { TransportFailure } from './failure.ts'
import { notifyError } from './notifier.ts'
import { Refusal } from './refusal.ts'

/**
 * Shows the user why a call did not succeed. That the session has ended is shown by the host, not by a toast.
 * @param options.quiet whether the caller shows refusals itself
 */
export function report(error: unknown, { quiet = false }: { readonly quiet?: boolean }): void {
  if (error instanceof TransportFailure) notifyError(textsOf('contract')('transport.failed'))
  if (error instanceof Refusal && !quiet && !isSessionInvalid(error.code)) notifyError(error.message)
}
