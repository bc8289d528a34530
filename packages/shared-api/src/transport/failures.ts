import type { Code, Envelope, FieldChange, FieldError } from '@atrium/contract'
import { contractText } from '../i18n/texts.ts'

/** The statuses of which there is more to say than their number. */
const known = [404, 413, 415, 429, 500, 503] as const

/** Status of a proxy while the server is away. */
const gateway = [502, 504]

function reasonOf(status: number | undefined): string {
  if (status === undefined) return contractText('transport.noAnswer')
  const said = known.find((each) => each === (gateway.includes(status) ? 503 : status))
  return said ? contractText(`transport.${said}`) : contractText('transport.unexpected', { status })
}

/**
 * A call without a response: no connection, a timeout, or an HTTP status other than 200. The message is for the user,
 * in their language.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** The HTTP status, if there was one. */
  readonly status: number | undefined

  constructor(cause: unknown, status?: number) {
    super(reasonOf(status), { cause })
    this.status = status
  }
}

/** The server understood a call and rejected it. The message is for the user, in their language. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: Code
  /** The rejected fields, with code 422. */
  readonly errors: readonly FieldError[]
  /** Changes by somebody else, with code 409. */
  readonly changes: readonly FieldChange[]

  constructor({ code, message, errors = [], changes = [] }: Omit<Envelope, 'data'>) {
    super(message)
    this.code = code
    this.errors = errors
    this.changes = changes
  }
}
