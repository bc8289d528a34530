import {
  type AnswerOf,
  type Call,
  codes,
  type Envelope,
  type InputOf,
  loginKey,
  signIn,
} from '@atrium/contract'
import { Client } from 'undici'
import { encryptPassword } from './password.ts'

/** Somebody who calls the API over one connection that is kept open. */
export class Caller {
  readonly #connection: Client
  #token = ''

  /** @param url the server's origin */
  constructor(url: string) {
    this.#connection = new Client(url, { pipelining: 1 })
  }

  /**
   * Makes a call.
   * @returns what the envelope's `data` holds
   * @throws Error with the code and the message of anything but a success
   */
  async send<C extends Call>(call: C, input: InputOf<C>): Promise<AnswerOf<C>> {
    const query = call.method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
    const { statusCode, body } = await this.#connection.request({
      method: call.method,
      path: `/api${call.path}${query}`,
      headers: { authorization: this.#token, language: 'zh', 'content-type': 'application/json' },
      body: call.method === 'POST' ? JSON.stringify(input) : null,
    })
    const envelope = (await body.json()) as Envelope<AnswerOf<C>>
    if (envelope.code !== codes.ok) throw new Error(`${statusCode} ${envelope.code} ${envelope.message}`)
    return envelope.data as AnswerOf<C>
  }

  /** Signs in; the calls that follow are made in that session. */
  async signIn(userName: string, password: string): Promise<void> {
    const encrypted = encryptPassword(password, await this.send(loginKey, {}))
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
