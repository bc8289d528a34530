import {
  type Call,
  codes,
  type Envelope,
  expectedLengthHeader,
  type InputOf,
  loginKey,
  type ResponseOf,
  signIn,
} from '@atrium/contract'
import { Client } from 'undici'
import { encryptPassword, type HeldKey } from './password.ts'

/** What came in the place of a success. */
export class CallFailure extends Error {
  override readonly name = 'CallFailure'
  /** Whether it has a Retry-After. */
  readonly saysWhen: boolean

  constructor(message: string, saysWhen: boolean) {
    super(message)
    this.saysWhen = saysWhen
  }
}

/** Somebody who calls the API over one connection that is kept open. */
export class Caller {
  readonly #connection: Client
  #token = ''
  /** Origin of the calls for the server; this machine by default. */
  address = '127.0.0.1'
  /** Headers of a product's signature; set if a product calls. */
  sign?: (call: {
    readonly method: string
    readonly path: string
    readonly body: string
  }) => Record<string, string>

  /** @param url the server's origin */
  constructor(url: string) {
    this.#connection = new Client(url, { pipelining: 1 })
  }

  /**
   * Makes a call.
   * @returns what the envelope's `data` holds
   * @throws CallFailure with the code and the message of anything but a success
   */
  async send<C extends Call>(call: C, input: InputOf<C>): Promise<ResponseOf<C>> {
    const { statusCode, headers, body } = await this.#request(call, input)
    const failure = (said: string) =>
      new CallFailure(`${statusCode} ${said}`, headers['retry-after'] !== undefined)
    // The proxy's own headers.
    if (!String(headers['content-type']).includes('json')) throw failure(await body.text())
    const envelope = (await body.json()) as Envelope<ResponseOf<C>>
    if (envelope.code !== codes.ok) throw failure(`${envelope.code} ${envelope.message}`)
    return envelope.data as ResponseOf<C>
  }

  /**
   * Makes a call that a file answers.
   * @returns its bytes as they come, and about how many there will be
   * @throws Error with the response of anything but a success
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
        'content-type': 'application/json',
        'x-forwarded-for': this.address,
        ...this.sign?.({ method, path: address, body }),
      },
      body: body || null,
    })
  }

  /** Asks for the key under which passwords travel. */
  async loginKey(): Promise<HeldKey> {
    const key = await this.send(loginKey, {})
    return { ...key, heldSince: performance.now() }
  }

  /** Signs in; the calls that follow are made in that session. */
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

/** Runs something with a number of callers, whose connections are closed afterwards. */
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
