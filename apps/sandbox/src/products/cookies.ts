import type { FastifyRequest } from 'fastify'
import { type Product, pathOf } from './products.ts'

/** Cookies of a product. Browsers send them only below the product's path. */
export interface Cookies {
  /** Name of the cookie with the token of the session. */
  readonly session: string
  /**
   * Name of the cookie with the session of a user who has arrived while another is signed in, until one of the two is
   * chosen.
   */
  readonly arrival: string
  /**
   * Returns the `set-cookie` header that stores a value.
   * @param maxAge in seconds; by default the cookie is kept until the browser is closed
   */
  write(name: string, value: string, maxAge?: number): string
  /** Returns the value of a cookie, or '' if the browser does not send it. */
  read(request: FastifyRequest, name: string): string
}

/** Returns the cookies of a product. */
export function cookiesOf(product: Product): Cookies {
  const session = `atrium-sandbox-${product.appCode.toLowerCase()}`
  return {
    session,
    arrival: `${session}-arrival`,
    write: (name, value, maxAge) =>
      [`${name}=${value}`, `Path=${pathOf(product)}`, 'HttpOnly', 'SameSite=Lax']
        .concat(maxAge === undefined ? [] : `Max-Age=${maxAge}`)
        .join('; '),
    read: ({ headers }, name) =>
      new RegExp(`(?:^|;\\s*)${name}=([\\w-]+)`).exec(headers.cookie ?? '')?.[1] ?? '',
  }
}
