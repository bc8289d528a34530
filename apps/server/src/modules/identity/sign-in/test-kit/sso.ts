import type { Reachable } from './server.ts'

/** Response of the start of single sign-on: where it sends the browser, and the cookie that it sets. */
export const startSso = async (server: Reachable) => {
  const response = await fetch(`${server.api}/sys/sso/start`, { redirect: 'manual' })
  const setCookie = response.headers.getSetCookie()[0] ?? ''
  return {
    status: response.status,
    url: response.headers.get('location') ?? '',
    setCookie,
    cookie: setCookie.split(';')[0] ?? '',
  }
}
