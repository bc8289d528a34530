import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** A cookie that only the server reads: no script sees it, and no other site's request but a link brings it. */
export interface OwnCookie extends Pick<CookieSerializeOptions, 'path' | 'secure'> {
  readonly name: string
  readonly value: string
  /** Seconds; 0 takes it back. */
  readonly maxAge: number
}

/** The cookies of a request and of its answer. */
export interface Cookies {
  /** What the browser sent; undefined where there is none of the name. */
  readonly read: (name: string) => string | undefined
  readonly write: (cookie: OwnCookie) => void
}

/** The cookies of a request, and the way to set them with its answer. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => request.cookies[name],
  write: ({ name, value, ...facts }) =>
    void reply.setCookie(name, value, { ...facts, httpOnly: true, sameSite: 'lax' }),
})
