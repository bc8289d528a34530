import {
  type Area,
  type Code,
  codes,
  type Envelope,
  fieldNameOf,
  issueMessage,
  labelOf,
  type TextKey,
  type Translate,
} from '@atrium/contract'
import type { Rejection } from './rejection.ts'

/** HTTP statuses other than 200. They stand for transport faults, never for the rejection of a call. */
export type FaultStatus = 404 | 413 | 415 | 429 | 500 | 503

/** Body of a fault: shaped like an envelope, with the HTTP status as its code. */
type FaultBody = Omit<Envelope<null>, 'code'> & { readonly code: FaultStatus }

/**
 * Returns the envelope of a successful call.
 * @param done key of the message; the code's own by default
 */
export const succeeded = <Data>(
  data: Data,
  t: Translate,
  done: TextKey = `code.${codes.ok}`,
): Envelope<Data> => ({
  code: codes.ok,
  success: true,
  isOk: true,
  message: t(done),
  data,
})

const closed = <C extends Code | FaultStatus>(code: C, message: string) => ({
  code,
  success: false,
  isOk: false,
  message,
  data: null,
})

/**
 * Returns the envelope of a rejected call, with texts in the caller's language.
 * @param area area of the call
 */
export const rejected = (rejection: Rejection, t: Translate, area?: Area): Envelope<null> => ({
  ...closed(rejection.code, t(rejection.key, rejection.params)),
  ...(rejection.issues && {
    errors: rejection.issues.map((issue) => ({
      field: fieldNameOf(issue),
      message: issueMessage(issue, t, labelOf(issue, t, area)),
    })),
  }),
  ...(rejection.changes && { changes: rejection.changes }),
  ...(rejection.reasons && { reasons: rejection.reasons }),
  ...(rejection.signatureMeaning && { signatureMeaning: rejection.signatureMeaning }),
})

/** Returns the body of a fault. */
export const fault = (status: FaultStatus, t: Translate): FaultBody =>
  closed(status, t(`transport.${status}`))
