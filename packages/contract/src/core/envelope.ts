import type { Code } from './errors.ts'

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

/** The shape of every response of the API, rejections included. */
export interface Envelope<Data = unknown> {
  readonly code: Code
  readonly success: boolean
  readonly isOk: boolean
  /** In the language of the request's `language` header. */
  readonly message: string
  readonly data: Data | null
  /** With code 422. */
  readonly errors?: readonly FieldError[]
  /** With code 409, if somebody else changed a record meanwhile; `rowVersion` is among them. */
  readonly changes?: readonly FieldChange[]
}
