import type { Code } from './errors.ts'
import type { SignatureMeaning } from './signature.ts'

/** A field that was rejected, with the reason in the caller's language. */
export interface FieldError {
  readonly field: string
  readonly message: string
}

/** Changes of a record since the caller read it: the caller's stale values and the current ones. */
export interface FieldChange {
  readonly field: string
  readonly current: unknown
}

/** A reason for a change to choose from, in the caller's language. */
export interface ReasonChoice {
  readonly code: string
  readonly name: string
}

/** The shape of every response of the API, rejections included. */
export interface Envelope<Data = unknown> {
  readonly code: Code
  readonly success: boolean
  readonly isOk: boolean
  /** Message in the language of the request's `language` header. */
  readonly message: string
  readonly data: Data | null
  /** Rejected fields. Present with code 422. */
  readonly errors?: readonly FieldError[]
  /** Reasons to choose from. Present with code 422, if the reason for the change is missing or not in the list. */
  readonly reasons?: readonly ReasonChoice[]
  /**
   * Changes since the caller read the record, `rowVersion` included. Present with code 409, when another user changed
   * it meanwhile.
   */
  readonly changes?: readonly FieldChange[]
  /** Meaning of the electronic signature that the call needs. Present with code 422 on `signature`. */
  readonly signatureMeaning?: SignatureMeaning
}
