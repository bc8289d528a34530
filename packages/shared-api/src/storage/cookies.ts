import Cookies from 'js-cookie'

const secure = () => window.location.protocol === 'https:'

/** Returns the value of a cookie; undefined if there is none. */
export const readCookie = (name: string): string | undefined => Cookies.get(name)

/**
 * Writes a cookie for the whole site.
 * @param lifetime seconds; by default the cookie ends with the browser session
 */
export function writeCookie(name: string, value: string, lifetime?: number): void {
  const expires = lifetime === undefined ? undefined : new Date(Date.now() + lifetime * 1000)
  Cookies.set(name, value, { path: '/', sameSite: 'Lax', secure: secure(), expires })
}

export const removeCookie = (name: string): void => Cookies.remove(name, { path: '/' })
