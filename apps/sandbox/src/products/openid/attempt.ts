import { languages } from '@atrium/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Cookies } from '../cookies.ts'

/** A sign-in in progress. The browser keeps it, so that only this browser can complete it. */
const Attempt = z.object({
  clientId: z.string(),
  /** The study to open, or ''. */
  studyUrlId: z.string(),
  language: z.literal(languages),
  nonce: z.string(),
  /** The PKCE verifier (RFC 7636). */
  verifier: z.string(),
})
export type Attempt = z.output<typeof Attempt>

/** How long a sign-in may take, in seconds. */
const attemptSeconds = 600

/** Maximum number of sign-ins in progress in one browser. More cookies could exceed the size of a request's headers. */
const maxAttempts = 8

const prefixOf = ({ session }: Cookies) => `${session}-state-`

/** Stores a sign-in in a cookie of its own, so that two tabs can sign in at the same time. */
export function keepAttempt(
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
  attempt: Attempt,
): void {
  const pending =
    (request.headers.cookie ?? '').match(new RegExp(`${prefixOf(cookies)}[\\w-]+(?==)`, 'g')) ?? []
  // Browsers send older cookies first.
  for (const name of pending.slice(0, -(maxAttempts - 1)))
    reply.header('set-cookie', cookies.write(name, '', 0))
  const value = Buffer.from(JSON.stringify(attempt)).toString('base64url')
  reply.header('set-cookie', cookies.write(`${prefixOf(cookies)}${state}`, value, attemptSeconds))
}

/**
 * Removes a sign-in from its cookie.
 * @returns undefined if it is not in progress in this browser
 */
export function takeAttempt(
  cookies: Cookies,
  request: FastifyRequest,
  reply: FastifyReply,
  state: string,
): Attempt | undefined {
  if (!/^[\w-]+$/.test(state)) return undefined
  const name = `${prefixOf(cookies)}${state}`
  const value = cookies.read(request, name)
  if (value === '') return undefined
  reply.header('set-cookie', cookies.write(name, '', 0))
  try {
    return z.parse(Attempt, JSON.parse(Buffer.from(value, 'base64url').toString()))
  } catch {
    return undefined
  }
}
