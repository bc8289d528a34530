import { type Language, languageOf } from '@atrium/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { pageLanguage } from '../page/texts.ts'
import type { Cookies } from './cookies.ts'
import type { Product } from './products.ts'
import type { Person, RecordsFile } from './records.ts'
import type { Session, Sessions } from './sessions.ts'

/** A product with its records and the sessions of its users. */
export interface Site extends RecordsFile {
  readonly product: Product
  readonly sessions: Sessions
  readonly cookies: Cookies
  /** Key that the product shares with the suite. Without it, the product rejects every call. */
  readonly key: string | undefined
  /** URL of the suite from which users come. Without it, nobody can sign in. */
  readonly suiteUrl: string | undefined
}

/** Query of a product's page. Absent parameters are undefined, repeated ones arrays. */
export type Visit = FastifyRequest<{ Querystring: Readonly<Record<string, string | string[] | undefined>> }>

export const htmlType = 'text/html; charset=utf-8'

/** Returns a parameter of the address, or '' if it is missing or repeated. */
export function parameterOf({ query }: Visit, name: string): string {
  const value = query[name]
  return typeof value === 'string' ? value : ''
}

/**
 * Returns the address of a page under the name by which the browser opened it. A forged Host header cannot impersonate
 * another page: `guard` accepts only names of this machine, and the port is taken from the socket.
 */
export const addressOf = ({ hostname, socket }: FastifyRequest, path: string): string =>
  `http://${hostname}:${socket.localPort}${path}`

interface SignedIn {
  readonly token: string
  readonly session: Session
  readonly person: Person
}

/** Returns the user of the session in a cookie, undefined if there is none. */
export function signedIn(
  { cookies, sessions, records }: Site,
  request: FastifyRequest,
  cookie = cookies.session,
): SignedIn | undefined {
  const token = cookies.read(request, cookie)
  const session = sessions.find(token)
  const person = records.people.find(({ userId }) => userId === session?.userId)
  return session && person ? { token, session, person } : undefined
}

/** Returns the language that the address requests, else the signed-in user's, else the browser's. */
export function languageOfVisit(site: Site, request: Visit): Language {
  const person = signedIn(site, request)?.person
  const asked = parameterOf(request, 'language') || (person && languageOf(person.language))
  return pageLanguage(asked, request.headers['accept-language'])
}

/** Lets the cookie expire with the unused session. An unlimited session gets a session cookie. */
export const keepCookie = (
  { cookies }: Site,
  reply: FastifyReply,
  token: string,
  { validityTime }: Pick<Session, 'validityTime'>,
): FastifyReply =>
  reply.header(
    'set-cookie',
    cookies.write(cookies.session, token, validityTime > 0 ? validityTime * 60 : undefined),
  )
