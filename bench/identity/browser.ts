import type { ProductSignInStep } from '@atrium/contract'
import type { Client } from 'undici'

interface Cookie {
  readonly pair: string
  readonly path: string
}

/** A browser of one user: its cookies, and the session of the suite in it. */
export class Browser {
  readonly #cookies = new Map<string, Cookie>()
  readonly #token: string
  readonly #address: string

  /**
   * @param token of the session
   * @param address of the browser, as the server sees it
   */
  constructor(token: string, address: string) {
    this.#token = token
    this.#address = address
  }

  /**
   * Follows a sign-in from the product's request until the suite sends the browser back to the product.
   * @returns the address at the product
   * @throws Error if the sign-in page needs the user
   */
  async open(connection: Client, begin: URL): Promise<URL> {
    let url = begin
    while (url.origin === begin.origin) {
      const isPage = url.pathname.startsWith('/oidc/interaction/')
      url = new URL(await (isPage ? this.#takeStep(connection, url) : this.#follow(connection, url)), url)
    }
    return url
  }

  async #follow(connection: Client, url: URL): Promise<string> {
    const { statusCode, headers, body } = await this.#request(connection, 'GET', url)
    const text = await body.text()
    if (typeof headers.location !== 'string') throw new Error(`${statusCode} ${text}`)
    return headers.location
  }

  /** Does what the script of the sign-in page does first. */
  async #takeStep(connection: Client, url: URL): Promise<string> {
    const { body } = await this.#request(connection, 'POST', url)
    const { data } = (await body.json()) as { data: ProductSignInStep }
    if (data.state !== 'done') throw new Error(`The sign-in page shows ${data.state}`)
    return data.url
  }

  async #request(connection: Client, method: 'GET' | 'POST', { pathname, search }: URL) {
    const cookies = [...this.#cookies.values()].filter(({ path }) => pathname.startsWith(path))
    const response = await connection.request({
      method,
      path: pathname + search,
      headers: {
        'x-forwarded-for': this.#address,
        cookie: cookies.map(({ pair }) => pair).join('; '),
        ...(method === 'POST' && { authorization: this.#token }),
      },
    })
    for (const line of [response.headers['set-cookie'] ?? []].flat()) this.#keep(line)
    return response
  }

  #keep(line: string): void {
    const [pair = '', ...attributes] = line.split('; ')
    const [name, value] = pair.split('=')
    const path = attributes.find((attribute) => attribute.startsWith('path='))?.slice(5) ?? '/'
    const key = `${name} ${path}`
    if (value === '') this.#cookies.delete(key)
    else this.#cookies.set(key, { pair, path })
  }
}
