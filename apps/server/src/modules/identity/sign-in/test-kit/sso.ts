import type { Reachable } from './server.ts'

/** Starts single sign-on. Returns the redirect and the cookie. */
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
