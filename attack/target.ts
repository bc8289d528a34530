import {
  type Call,
  codes,
  type Envelope,
  filledPath,
  loginKey,
  type PasswordContents,
  reasonHeader,
  signIn,
} from '@atrium/contract'
import { encryptPassword } from '../bench/lib/client/password.ts'

/** Parts of a request that attacks choose. */
export interface Shot {
  readonly method: string
  /** Path below `/api`. */
  readonly path: string
  /** A string is sent unchanged, any other value as JSON. */
  readonly body?: unknown
  readonly token?: string
  readonly headers?: Readonly<Record<string, string>>
  /** Time limit for the response, in milliseconds; none by default. */
  readonly limit?: number
}

/** A response; without an envelope for other content, such as a file. */
export interface Result {
  readonly status: number
  readonly envelope: Envelope<unknown> | undefined
  readonly text: string
}

/** Result of an attack. */
export interface Outcome {
  readonly name: string
  requests: number
  /** Faults that were found, one line each. */
  readonly findings: string[]
  /** Time of the slowest response, in milliseconds. */
  slowest: number
  /** Reason why the attack was skipped. */
  skipped?: string
}

interface TargetOptions {
  /** URL of the suite, e.g. `http://127.0.0.1:8080`. */
  readonly origin: string
  /** Latest time at which a request may begin, as in `Date.now()`. */
  readonly deadline: number
  /** Maximum number of requests of all attacks together. */
  readonly requests: number
}

/** A response of any path. */
export interface RawResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
}

const emptyResponse: RawResponse = { status: 0, headers: new Headers(), text: '' }

const envelopeOf = (text: string): Envelope<unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && 'code' in value
      ? (value as Envelope<unknown>)
      : undefined
  } catch {
    return undefined
  }
}

/** A running copy under attack, with its remaining requests and time. */
export class Target {
  readonly #options: TargetOptions
  #left: number

  constructor(options: TargetOptions) {
    this.#options = options
    this.#left = options.requests
  }

  /** Whether the time or the requests are used up. */
  get isOver(): boolean {
    return this.#left <= 0 || Date.now() >= this.#options.deadline
  }

  get origin(): string {
    return this.#options.origin
  }

  get deadline(): number {
    return this.#options.deadline
  }

  /** Sends a request to any path. The status is 0 if the connection breaks or the response takes too long. */
  async request(outcome: Outcome, path: string, init: RequestInit): Promise<RawResponse> {
    this.#left -= 1
    outcome.requests += 1
    const begun = performance.now()
    const response = await fetch(this.#options.origin + path, { ...init, redirect: 'manual' }).then(
      async (received) => ({
        status: received.status,
        headers: received.headers,
        text: await received.text(),
      }),
      () => emptyResponse,
    )
    outcome.slowest = Math.max(outcome.slowest, performance.now() - begun)
    return response
  }

  /** Sends a request to a path below `/api`, as `request` does. */
  async send(outcome: Outcome, { method, path, body, token, headers, limit }: Shot): Promise<Result> {
    const { status, text } = await this.request(outcome, `/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        [reasonHeader]: 'attack',
        ...(token && { authorization: token }),
        ...headers,
      },
      ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      ...(limit !== undefined && { signal: AbortSignal.timeout(limit) }),
    })
    return { status, text, envelope: envelopeOf(text) }
  }

  /** Makes a call of the contract with any input. */
  call(
    outcome: Outcome,
    call: Pick<Call, 'method' | 'path'>,
    input: object,
    token?: string,
  ): Promise<Result> {
    const { path, rest } = filledPath(call.path, input)
    const query = new URLSearchParams(
      Object.entries(rest).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    )
    const isGet = call.method === 'GET'
    return this.send(outcome, {
      method: call.method,
      path: isGet ? `${path}?${query}` : path,
      body: rest,
      token,
    })
  }

  /** Encrypts a password as a browser does. */
  async encrypt(
    outcome: Outcome,
    wanted: Pick<PasswordContents, 'password' | 'purpose' | 'name'>,
  ): Promise<string> {
    const { envelope } = await this.call(outcome, loginKey, {})
    if (envelope?.code !== codes.ok) throw new Error('the target returned no key for encrypting passwords')
    const key = envelope.data as { keyId: string; publicKey: string; time: number }
    return encryptPassword(wanted, { ...key, heldSince: performance.now() })
  }

  /**
   * Signs in.
   * @returns the session's key
   * @throws Error with the target's message if it rejects the sign-in
   */
  async signIn(outcome: Outcome, { name, password }: Account): Promise<string> {
    const sent = await this.encrypt(outcome, { password, purpose: 'sign-in', name })
    const { envelope, status } = await this.call(outcome, signIn, { userName: name, password: sent })
    if (envelope?.code !== codes.ok) throw new Error(`${name} cannot sign in: ${envelope?.message ?? status}`)
    return (envelope.data as { token: string }).token
  }
}

/** An account that an attack may use. */
export interface Account {
  readonly name: string
  readonly password: string
}
