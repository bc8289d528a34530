import {
  type Call,
  codes,
  type SignatureMeaning,
  signatureAccountHeader,
  signatureFields,
  signatureMeaningHeader,
  signaturePasswordHeader,
} from '@atrium/contract'
import { Rejection } from './failures.ts'

/** The components of an electronic signature, as they are sent once. */
export interface SentSignature {
  /** User name; '' for the password alone. */
  readonly account: string
  /** Encrypted for the purpose `signature`. */
  readonly password: string
  readonly meaning: SignatureMeaning
}

/** Returns the headers with a signature. */
export const signatureHeadersOf = ({
  account,
  password,
  meaning,
}: SentSignature): Record<string, string> => ({
  ...(account !== '' && { [signatureAccountHeader]: encodeURIComponent(account) }),
  [signaturePasswordHeader]: password,
  [signatureMeaningHeader]: meaning,
})

/** Why the server rejected a call only because of its signature. */
export interface SignatureProblem {
  readonly field: keyof typeof signatureFields
  readonly message: string
  /** Meaning of the signature that the call needs, if the server named it. */
  readonly meaning: SignatureMeaning | undefined
}

const fields = Object.keys(signatureFields) as (keyof typeof signatureFields)[]

/** Returns the problem with the signature, if the server rejected the call only because of it. */
export function signatureProblem(error: unknown): SignatureProblem | undefined {
  if (!(error instanceof Rejection) || error.code !== codes.invalid || error.errors.length !== 1)
    return undefined
  const [issue] = error.errors
  const field = fields.find((each) => signatureFields[each] === issue?.field)
  return issue && field && { field, message: issue.message, meaning: error.signatureMeaning }
}

/** What the user is asked to sign. */
export interface SignatureQuestion {
  readonly call: Call
  readonly problem: SignatureProblem
  /**
   * Sends the call with a signature.
   * @returns the response; the problem if the server rejects the signature
   * @throws any other error, which has been shown
   */
  readonly attempt: (
    signature: SentSignature,
  ) => Promise<{ readonly response: unknown } | { readonly problem: SignatureProblem }>
}

/** Asks the user to sign; undefined if they cancel. */
type AskSignature = (question: SignatureQuestion) => Promise<{ readonly response: unknown } | undefined>

let ask: AskSignature | undefined

/** Installs the question for calls that the server accepts only with an electronic signature. */
export function installSignatureQuestion(installed: AskSignature): void {
  ask = installed
}

/** Asks the user to sign. Returns undefined if they cancel, or if the page cannot ask. */
export const askForSignature = async (question: SignatureQuestion): ReturnType<AskSignature> =>
  ask?.(question)

/** Whether the page can ask for a signature. */
export const canAskForSignature = (): boolean => ask !== undefined
