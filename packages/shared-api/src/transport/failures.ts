import type {
  Code,
  Envelope,
  FieldChange,
  FieldError,
  ReasonChoice,
  SignatureMeaning,
} from '@atrium/contract'
import { contractText } from '../i18n/texts.ts'

/** Statuses with a message of their own. */
const known = [404, 413, 415, 429, 500, 503] as const

/** Statuses from a proxy while the server is unavailable. */
const gateway = [502, 504]

function reasonOf(status: number | undefined): string {
  if (status === undefined) return contractText('transport.noAnswer')
  const said = known.find((each) => each === (gateway.includes(status) ? 503 : status))
  return said ? contractText(`transport.${said}`) : contractText('transport.unexpected', { status })
}

/**
 * A call without a usable response: no connection, a timeout, an HTTP status other than 200, or an unreadable body.
 * The message is for the user, in the user's language.
 */
export class TransportFailure extends Error {
  override readonly name = 'TransportFailure'
  /** HTTP status, if there was a response. */
  readonly status: number | undefined

  constructor(cause: unknown, status?: number) {
    super(reasonOf(status), { cause })
    this.status = status
  }
}

/** The server rejected a call. The message is for the user, in the user's language. */
export class Rejection extends Error {
  override readonly name = 'Rejection'
  readonly code: Code
  /** Rejected fields, with code 422. */
  readonly errors: readonly FieldError[]
  /** Changes by another user, with code 409. */
  readonly changes: readonly FieldChange[]
  /** Reasons to choose from, if the reason for the change was rejected. */
  readonly reasons: readonly ReasonChoice[] | undefined
  /** Meaning of the electronic signature that the call needs, with code 422. */
  readonly signatureMeaning: SignatureMeaning | undefined

  constructor({
    code,
    message,
    errors = [],
    changes = [],
    reasons,
    signatureMeaning,
  }: Omit<Envelope, 'data'>) {
    super(message)
    this.code = code
    this.errors = errors
    this.changes = changes
    this.reasons = reasons
    this.signatureMeaning = signatureMeaning
  }
}
