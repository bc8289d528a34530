import { codes, type Envelope, isSessionInvalid } from '@atrium/contract'
import { create } from 'zustand'
import { textsOf } from '../i18n/texts.ts'
import { Rejection, TransportFailure } from './failures.ts'
import { notifyError } from './notifier.ts'

/** Number of calls in progress that need the loading overlay. */
const useCalls = create(() => ({ count: 0 }))

/**
 * Shows the overlay while at least one call has it open.
 * @returns a function that closes it for this call; call it only once
 */
function openOverlay(): () => void {
  useCalls.setState(({ count }) => ({ count: count + 1 }))
  return () => useCalls.setState(({ count }) => ({ count: count - 1 }))
}

/** Whether the loading overlay covers the content. */
export const useOverlay = (): boolean => useCalls(({ count }) => count > 0)

/** How a call appears to the user. */
export interface Feedback {
  /** Whether the loading overlay covers the content during the call; true by default. */
  readonly overlay?: boolean
  /** Whether the caller shows a rejection itself, instead of a toast; false by default. */
  readonly quiet?: boolean
  /** Whether no failures are shown, for calls that the page can do without; false by default. */
  readonly silent?: boolean
}

/** Shows the user why a call failed. The end of a session is shown by the host instead of a toast. */
export function report(error: unknown, { quiet = false, silent = false }: Feedback): void {
  if (silent) return
  if (error instanceof TransportFailure) notifyError(textsOf('contract')('transport.failed'))
  if (error instanceof Rejection && !quiet && !isSessionInvalid(error.code)) notifyError(error.message)
}

/**
 * Covers the content while a call is in progress, and shows why it failed or was rejected.
 * @param isHandled whether the caller deals with an error, which is then not shown
 * @returns the envelope's data
 * @throws Rejection if the server rejects the call; otherwise the error of the request
 */
export async function withFeedback(
  response: () => Promise<Envelope>,
  feedback: Feedback,
  isHandled: (error: unknown) => boolean = () => false,
): Promise<unknown> {
  const close = feedback.overlay === false ? undefined : openOverlay()
  try {
    const envelope = await response()
    if (Number(envelope.code) !== codes.ok) throw new Rejection(envelope)
    return envelope.data
  } catch (error) {
    if (!isHandled(error)) report(error, feedback)
    throw error
  } finally {
    close?.()
  }
}
