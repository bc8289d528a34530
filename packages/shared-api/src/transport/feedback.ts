import { codes, type Envelope, isSessionInvalid } from '@atrium/contract'
import { create } from 'zustand'
import { textsOf } from '../i18n/texts.ts'
import { Rejection, TransportFailure } from './failures.ts'
import { notifyError } from './notifier.ts'

/** How many calls are under way that ask for the loading overlay. */
const useCalls = create(() => ({ count: 0 }))

/**
 * Counts a call into the overlay.
 * @returns takes it out again; may be called once
 */
function openOverlay(): () => void {
  useCalls.setState(({ count }) => ({ count: count + 1 }))
  return () => useCalls.setState(({ count }) => ({ count: count - 1 }))
}

/** Whether the loading overlay covers the content. */
export const useOverlay = (): boolean => useCalls(({ count }) => count > 0)

/** How a call shows itself to the user. */
export interface Feedback {
  /** Whether the loading overlay covers the content meanwhile; true by default. */
  readonly overlay?: boolean
  /** Whether the caller shows a rejection itself, so that no toast does; false unless said otherwise. */
  readonly quiet?: boolean
  /** Whether failures are not shown: for what a page can do without; false by default. */
  readonly silent?: boolean
}

/**
 * Shows the user why a call did not succeed. That the session has ended is shown by the host, not by a toast.
 */
export function report(error: unknown, { quiet = false, silent = false }: Feedback): void {
  if (silent) return
  if (error instanceof TransportFailure) notifyError(textsOf('contract')('transport.failed'))
  if (error instanceof Rejection && !quiet && !isSessionInvalid(error.code)) notifyError(error.message)
}

/**
 * Covers the content while a call is in progress, and shows why there is no response or why it rejects.
 * @returns the envelope's data
 * @throws Rejection if it rejects; or the failure of the request
 */
export async function withFeedback(response: () => Promise<Envelope>, feedback: Feedback): Promise<unknown> {
  const close = feedback.overlay === false ? undefined : openOverlay()
  try {
    const envelope = await response()
    if (Number(envelope.code) !== codes.ok) throw new Rejection(envelope)
    return envelope.data
  } catch (error) {
    report(error, feedback)
    throw error
  } finally {
    close?.()
  }
}
