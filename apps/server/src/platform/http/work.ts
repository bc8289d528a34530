import type { Readable } from 'node:stream'
import type { Call, Language, Profile, RequestOf, Translate } from '@atrium/contract'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { AuditEntity } from '../audit/index.ts'
import type { Caller } from '../caller/caller.ts'
import type { Client } from '../caller/client.ts'
import type { Replica } from '../database/replica.ts'
import type { Database } from '../database/schema.ts'
import type { RunAs } from '../database/transaction.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Secrets } from '../secrets/index.ts'
import type { FileStore } from '../storage/index.ts'
import type { IncomingCall, SignatureFault, Signer } from './signature.ts'

/**
 * Services that live as long as the server. A module adds its own by declaration merging, beside the code that makes
 * them; `app/startup` puts all of them together.
 */
export interface Services {
  readonly db: Kysely<Database>
  /** Serves lists and exports in place of the primary; undefined if there is none. */
  readonly replica: Replica | undefined
  readonly secrets: Secrets
  /** Calls addresses that come from data. */
  readonly outbound: Outbound
  /** Stores the contents of files. */
  readonly files: FileStore
  /** Maximum size of a file, in bytes. */
  readonly fileLimit: number
  readonly profile: Profile
  /** File of the audit trail's checkpoints; undefined if none is kept. */
  readonly checkpointFile: string | undefined
}

/** Finds out who signed a call and spends its nonce. The body is checked later, against `contentHash`. */
export type VerifySigner<S extends Signer> = (
  services: Services,
  incoming: IncomingCall,
) => Promise<S | SignatureFault>

/** A cookie that only the server reads: no script sees it, and no other site's request but a link brings it. */
interface OwnCookie extends Pick<CookieSerializeOptions, 'path' | 'secure'> {
  readonly name: string
  readonly value: string
  /** Seconds; 0 takes it back. */
  readonly maxAge: number
}

/** The cookies of a request and of its response. */
export interface Cookies {
  /** Value of the cookie from the browser; undefined if there is none of the name. */
  readonly read: (name: string) => string | undefined
  readonly write: (cookie: OwnCookie) => void
}

/** The cookies of a request, and the way to set them with its response. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => request.cookies[name],
  write: ({ name, value, ...facts }) =>
    void reply.setCookie(name, value, { ...facts, httpOnly: true, sameSite: 'lax' }),
})

/** A note about a rejection for operators; never a code, key or password. */
export type Log = Pick<FastifyBaseLogger, 'warn'>

/** The bytes that the signer of a call sends. */
export interface Upload {
  /** Fails at its end if it is not what was signed (ContentMismatch) or was cut off. Use nothing of it before that end. */
  readonly content: Readable
}

/** One request on its way through a route, session, access and validation behind it. */
export interface Execution {
  /** As the trail keeps it: the request's id and, after a space, the id of its trace. */
  readonly requestId: string
  /** What the call's own schema made of what was sent. */
  readonly input: unknown
  readonly caller: Caller
  readonly as: RunAs
  readonly language: Language
  readonly t: Translate
  readonly client: Client
  readonly cookies: Cookies
  readonly services: Services
  readonly log: Log
  /** Who signed the call, if it is a signed one. */
  readonly signer?: Signer
  readonly content?: Readable
}

/** What every handler gets, whatever its transactions. */
interface Request<C extends Call> {
  /** Validated; without fields that the contract does not know. */
  readonly input: RequestOf<C>
  /** The caller; anonymous for public calls. */
  readonly caller: Caller
  /** The role, and the tenants, under which the caller makes this call. */
  readonly as: RunAs
  readonly language: Language
  /** Texts of the contract in the caller's language. */
  readonly t: Translate
  readonly client: Client
  readonly cookies: Cookies
  readonly services: Services
  readonly log: Log
}

/** A handler's description of its change. The path of the request adds who, when and by which call. */
export interface AuditFacts {
  /** The entity; its list in `platform/audit/entities.ts` has the fields that the trail keeps. */
  readonly entity: AuditEntity
  readonly entityId: string
  /** Owner of the event; the platform by default. */
  readonly tenantId?: string
  readonly before?: object
  readonly after?: object
  readonly reason?: string
  /** The actor, if the call itself finds out, as signing in does. */
  readonly actor?: { readonly userId: string; readonly userName: string }
}

/** Registers the audit row of the transaction that the handler runs in. */
export type Audit = (event: AuditFacts) => void

/** What the handler of an ordinary call gets: everything in one transaction. */
export interface Work<C extends Call> extends Request<C> {
  /** Under the caller's role and tenants. */
  readonly trx: Transaction<Database>
  readonly audit: Audit
}

/** Runs one transaction; what it audits is written in it. */
type Step = <Result>(work: (trx: Transaction<Database>, audit: Audit) => Promise<Result>) => Promise<Result>

/** What a handler that divides its work over transactions of its own is given. */
export interface OwnWork<C extends Call> extends Request<C> {
  /** As `atrium_system`. */
  readonly system: Step
  /** Under the caller's role and tenants, as a handler with one transaction works. */
  readonly asCaller: Step
}
