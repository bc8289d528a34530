import { type Call, codes, type ReasonChoice, reasonCodeHeader, reasonHeader } from '@atrium/contract'
import { Rejection } from './failures.ts'

/** Reason for a change: free text, the code of a reason from the list, or both. */
export interface Reason {
  readonly text: string
  readonly code: string
}

export const noReason: Reason = { text: '', code: '' }

/** Returns the headers with a reason. */
export const headersOf = ({ text, code }: Reason): Record<string, string> => ({
  ...(text.trim() !== '' && { [reasonHeader]: encodeURIComponent(text.trim()) }),
  ...(code !== '' && { [reasonCodeHeader]: encodeURIComponent(code) }),
})

/** Why the server rejected the reason for a change, or its absence. */
export interface ReasonProblem {
  readonly message: string
  /** Reasons of the changed row's tenant to choose from; undefined if the server did not send them. */
  readonly choices: readonly ReasonChoice[] | undefined
}

/**
 * Returns what the server says about the reason for a change, if the server rejected the call only because of it. A
 * call that has a field of this name shows the message there.
 */
export function reasonProblem(input: object, error: unknown): ReasonProblem | undefined {
  if (!(error instanceof Rejection) || error.code !== codes.invalid) return undefined
  if ('reason' in input || error.errors.length !== 1) return undefined
  const [{ field, message } = { field: '', message: '' }] = error.errors
  return field === 'reason' ? { message, choices: error.reasons } : undefined
}

/** What the user is asked, and what they gave already. */
export interface ReasonQuestion {
  readonly call: Call
  readonly input: object
  readonly given: Reason
  readonly problem: ReasonProblem
}

/** Asks the user for a reason; undefined if they cancel. */
type AskReason = (question: ReasonQuestion) => Promise<Reason | undefined>

let ask: AskReason | undefined

/** Installs the question for calls whose screen has not asked for a reason that the server requires. */
export function installReasonQuestion(installed: AskReason): void {
  ask = installed
}

/** Asks the user for a reason. Returns undefined if they cancel, or if the page cannot ask. */
export const askForReason = async (question: ReasonQuestion): Promise<Reason | undefined> => ask?.(question)

/** Whether the page can ask for a reason. */
export const canAskForReason = (): boolean => ask !== undefined
