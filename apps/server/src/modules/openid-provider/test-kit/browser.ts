import { type ProductSignInStep, type Profile, parseProfile } from '@atrium/contract'
import type { Reachable } from '../../identity/sign-in/test-kit/index.ts'

/** A browser of one person: its cookies, and the session of the suite that it has. */
export interface Browser {
  /** Token of the suite's session; undefined while nobody is signed in. */
  token: string | undefined
  /** Makes one request with the browser's cookies and keeps those of the response. */
  readonly request: (url: URL | string, init?: RequestInit) => Promise<Response>
  /** Takes the sign-in page's next step, as its script does. */
  readonly step: (page: URL | string, path?: string) => Promise<ProductSignInStep>
  /** Follows redirects, and lets the sign-in page finish, until one leads away from the suite or a page appears. */
  readonly open: (url: URL | string, init?: RequestInit) => Promise<Opened>
  /** Submits the form of a page that its script submits, and goes on like `open`. */
  readonly submit: (page: Opened) => Promise<Opened>
}

/** Page that a browser shows, without a response if it is not of the suite or waits for the user. */
interface Opened {
  readonly url: URL
  readonly response?: Response
}

/** Returns the address of a page of the suite at which the test's server has it. */
export const atServer = ({ api }: Reachable, url: URL | string): URL => {
  const { pathname, search } = new URL(url)
  return new URL(pathname + search, api)
}

interface Cookie {
  readonly value: string
  readonly path: string
}

/**
 * Creates a browser without cookies.
 * @param publicUrl the suite's public URL; that of an empty profile by default
 */
export function createBrowser(
  server: Reachable,
  token?: string,
  { publicUrl }: Pick<Profile, 'publicUrl'> = parseProfile({}),
): Browser {
  const jar = new Map<string, Cookie>()
  const keep = (line: string): void => {
    const [, name = '', value = '', facts = ''] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? []
    const path = /; ?path=([^;]+)/i.exec(facts)?.[1] ?? '/'
    const key = `${name} ${path}`
    if (value === '') jar.delete(key)
    else jar.set(key, { value, path })
  }
  const cookiesFor = (path: string): string =>
    [...jar]
      .filter(([, cookie]) => path === cookie.path || path.startsWith(cookie.path.replace(/\/?$/, '/')))
      .map(([key, { value }]) => `${key.split(' ', 1)[0]}=${value}`)
      .join('; ')

  const browser: Browser = {
    token,
    request: async (url, init = {}) => {
      const target = atServer(server, url)
      const headers = { accept: 'text/html', cookie: cookiesFor(target.pathname), ...init.headers }
      const response = await fetch(target, { redirect: 'manual', ...init, headers })
      for (const line of response.headers.getSetCookie()) keep(line)
      return response
    },
    step: async (page, path = '') => {
      const { pathname } = new URL(page)
      const headers = new Headers(browser.token === undefined ? [] : [['authorization', browser.token]])
      const init = { method: 'POST', headers: Object.fromEntries(headers) }
      const response = await browser.request(`${publicUrl}${pathname}${path}`, init)
      return ((await response.json()) as { data: ProductSignInStep }).data
    },
    open: async (url, init) => {
      let target = new URL(url)
      for (let hops = 0; hops < 10; hops += 1) {
        if (target.origin !== publicUrl) return { url: target }
        if (target.pathname.startsWith('/oidc/interaction/')) {
          const step = await browser.step(target)
          if (step.state !== 'done') return { url: target }
          target = new URL(step.url)
          continue
        }
        const response = await browser.request(target, hops === 0 ? init : {})
        const next = response.headers.get('location')
        if (next === null) return { url: target, response }
        target = new URL(next, target)
      }
      throw new Error('the redirects do not end')
    },
    submit: async ({ response }) => {
      const page = (await response?.text()) ?? ''
      if (!page.includes('document.forms[0].submit()')) throw new Error('the page submits no form')
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1] ?? ''
      const fields = [...page.matchAll(/name="([^"]+)" value="([^"]+)"/g)]
      const body = new URLSearchParams(fields.map(([, name = '', value = '']) => [name, value]))
      return browser.open(action, { method: 'POST', body })
    },
  }
  return browser
}
