import type { Reachable } from './server.ts'

/** What the start of single sign-on answers: where it sends the browser, and the cookie that it leaves there. */
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
