import { Failed, timeout } from './product.ts'

/** Maximum number of redirects from the page to the one that a signed-in user sees. */
const maxRedirects = 5

/** Browser with its own cookies. It stays at one origin and runs no scripts. */
export class Browser {
  private readonly cookies = new Map<string, string>()
  private url: URL

  /** @param page URL at which the browser starts */
  constructor(page: URL) {
    this.url = page
  }

  /**
   * Opens the URL to which the last redirect led, and follows further redirects.
   * @returns the text of the page
   * @throws Failed if the page cannot be opened
   */
  async open(): Promise<string> {
    for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
      const response = await this.request()
      const target = response.status >= 300 && response.status < 400 && response.headers.get('location')
      if (!target) return response.text()
      const next = URL.parse(target, this.url)
      if (next?.origin !== this.url.origin) return ''
      this.url = next
    }
    throw new Failed(`the page ${this.url.href} redirects more than ${maxRedirects} times`)
  }

  private async request(): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    try {
      const response = await fetch(this.url, {
        headers: { cookie },
        redirect: 'manual',
        signal: AbortSignal.timeout(timeout),
      })
      for (const line of response.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=;]+)=([^;]*)/.exec(line) ?? []
        if (value === '') this.cookies.delete(name)
        else this.cookies.set(name, value)
      }
      return response
    } catch {
      throw new Failed(`the page ${this.url.origin}${this.url.pathname} cannot be opened`)
    }
  }
}
