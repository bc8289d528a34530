import type { Code, Envelope, FieldChange, FieldError } from '@atrium/contract'

/** The server understood a call and refused it. The message is for the user, in their language. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: Code
  /** The refused fields, with code 422. */
  readonly errors: readonly FieldError[]
  /** What somebody else changed meanwhile, with code 409. */
  readonly changes: readonly FieldChange[]

  constructor({ code, message, errors = [], changes = [] }: Omit<Envelope, 'data'>) {
    super(message)
    this.code = code
    this.errors = errors
    this.changes = changes
  }
}
