import {
  type Call,
  codes,
  type Envelope,
  expectedLengthHeader,
  type InputOf,
  loginKey,
  type ResponseOf,
  reasonHeader,
  signIn,
} from '@atrium/contract'
import { Client } from 'undici'
import { encryptPassword, type HeldKey } from './password.ts'

/** An unsuccessful response. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** Whether the response has a Retry-After header. */
  readonly hasRetryAfter: boolean

  constructor(message: string, hasRetryAfter: boolean) {
    super(message)
    this.hasRetryAfter = hasRetryAfter
  }
}

/** A client that calls the API over one persistent connection. */
export class Caller {
  readonly #connection: Client
  #token = ''
  /** Source address of the calls that the server sees; this machine's by default. */
  address = '127.0.0.1'
  /** Returns the headers of a product's signature; set only for products. */
  sign?: (call: {
    readonly method: string
    readonly path: string
    readonly body: string
  }) => Record<string, string>

  /** @param url origin of the server */
  constructor(url: string) {
    this.#connection = new Client(url, { pipelining: 1 })
  }

  /**
   * Makes a call.
   * @returns the envelope's `data`
   * @throws CallFailure with the code and the message if the call did not succeed
   */
  async send<C extends Call>(call: C, input: InputOf<C>): Promise<ResponseOf<C>> {
    const { statusCode, headers, body } = await this.#request(call, input)
    const failure = (said: string) =>
      new CallFailure(`${statusCode} ${said}`, headers['retry-after'] !== undefined)
    // The proxy's own response.
    if (!String(headers['content-type']).includes('json')) throw failure(await body.text())
    const envelope = (await body.json()) as Envelope<ResponseOf<C>>
    if (envelope.code !== codes.ok) throw failure(`${envelope.code} ${envelope.message}`)
    return envelope.data as ResponseOf<C>
  }

  /**
   * Makes a call that returns a file.
   * @returns its bytes as a stream, and an estimate of their number
   * @throws Error with the response if the call did not succeed
   */
  async download<C extends Call>(
    call: C,
    input: InputOf<C>,
  ): Promise<{ readonly body: AsyncIterable<Uint8Array>; readonly expectedLength: number }> {
    const { headers, body } = await this.#request(call, input)
    if (!headers['content-disposition']) throw new Error(await body.text())
    return { body, expectedLength: Number(headers[expectedLengthHeader]) }
  }

  #request<C extends Call>({ method, path }: C, input: InputOf<C>) {
    const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const address = `/api${path}${query}`
    const body = method === 'POST' ? JSON.stringify(input) : ''
    return this.#connection.request({
      method,
      path: address,
      headers: {
        authorization: this.#token,
        language: 'zh',
        [reasonHeader]: 'bench',
        'content-type': 'application/json',
        'x-forwarded-for': this.address,
        ...this.sign?.({ method, path: address, body }),
      },
      body: body || null,
    })
  }

  /** Fetches the key that encrypts passwords. */
  async loginKey(): Promise<HeldKey> {
    const key = await this.send(loginKey, {})
    return { ...key, heldSince: performance.now() }
  }

  /** Signs in; later calls use this session. */
  async signIn(userName: string, password: string): Promise<void> {
    const wanted = { password, purpose: 'sign-in', name: userName } as const
    const encrypted = encryptPassword(wanted, await this.loginKey())
    const { token } = await this.send(signIn, { userName, password: encrypted, captcha: '', checkKey: '' })
    this.#token = token
  }

  close(): Promise<void> {
    return this.#connection.close()
  }
}

/** Runs some work with a number of callers, and closes their connections afterwards. */
export async function withCallers<T>(
  url: string,
  count: number,
  work: (callers: readonly Caller[]) => Promise<T>,
): Promise<T> {
  const callers = Array.from({ length: count }, () => new Caller(url))
  try {
    return await work(callers)
  } finally {
    await Promise.all(callers.map((caller) => caller.close()))
  }
}
