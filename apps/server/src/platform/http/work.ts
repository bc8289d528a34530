import type { Readable } from 'node:stream'
import type {
  Call,
  ChangeReason,
  Language,
  Profile,
  RequestOf,
  SignatureMeaning,
  Translate,
} from '@atrium/contract'
import type { CookieSerializeOptions } from '@fastify/cookie'
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import type { Kysely, Transaction } from 'kysely'
import type { AuditEntity, ProvenSigner } from '../audit/index.ts'
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
 * Services that live as long as the server. A module adds its own by declaration merging, beside the code that
 * creates them; `app/startup` puts all of them together.
 */
export interface Services {
  readonly db: Kysely<Database>
  /** Serves lists and exports instead of the primary; undefined without a replica. */
  readonly replica: Replica | undefined
  readonly secrets: Secrets
  /** Calls addresses that come from data. */
  readonly outbound: Outbound
  /** Stores the contents of files. */
  readonly files: FileStore
  /** Maximum size of a file, in bytes. */
  readonly fileLimit: number
  readonly profile: Profile
  /** Verifies electronic signatures. */
  readonly verifySignature: VerifySignature
  /** File of the audit trail's checkpoints; undefined if none is kept. */
  readonly checkpointFile: string | undefined
}

/** Identifies the signer of a call and uses up its nonce. The body is checked later, against `contentHash`. */
export type VerifySigner<S extends Signer> = (
  services: Services,
  incoming: IncomingCall,
) => Promise<S | SignatureFault>

/**
 * A cookie that only the server reads. Scripts cannot read it, and requests from other sites send it only when a user
 * follows a link.
 */
interface OwnCookie extends Pick<CookieSerializeOptions, 'path' | 'secure'> {
  readonly name: string
  readonly value: string
  /** Lifetime in seconds; 0 deletes the cookie. */
  readonly maxAge: number
}

/** The cookies of a request and of its response. */
export interface Cookies {
  /** Returns the value of a cookie from the browser; undefined if there is no cookie with this name. */
  readonly read: (name: string) => string | undefined
  readonly write: (cookie: OwnCookie) => void
}

/** Returns functions to read the cookies of a request and to set cookies in its response. */
export const cookiesOf = (request: FastifyRequest, reply: FastifyReply): Cookies => ({
  read: (name) => request.cookies[name],
  write: ({ name, value, ...facts }) =>
    void reply.setCookie(name, value, { ...facts, httpOnly: true, sameSite: 'lax' }),
})

/** Log for notes to operators about rejections; never for a code, key or password. */
export type Log = Pick<FastifyBaseLogger, 'warn'>

/** The bytes that the signer of a call sends. */
export interface Upload {
  /**
   * Stream that fails at its end if it is not what was signed (ContentMismatch) or was cut off. Use none of it before
   * the end.
   */
  readonly content: Readable
}

/** A request that a route executes, after session, access and validation were checked. */
export interface Execution {
  /** Id in the audit trail: the request's id and, after a space, the id of its trace. */
  readonly requestId: string
  /** The request's fields, validated by the call's schema. */
  readonly input: unknown
  readonly caller: Caller
  readonly as: RunAs
  readonly language: Language
  readonly t: Translate
  readonly client: Client
  /** Reason for the change, from the request's headers. */
  readonly reason: ChangeReason
  /** Electronic signature on the change, whose components were right; undefined without one. */
  readonly signature: ProvenSignature | undefined
  readonly cookies: Cookies
  readonly services: Services
  readonly log: Log
  /** The signer of the call, if the call is signed. */
  readonly signer?: Signer
  readonly content?: Readable
}

/** The signature that the headers of a request contain. Nothing has been verified. */
export interface SentSignature {
  /** User name; '' if the password alone was sent. */
  readonly account: string
  /** Encrypted, see `EncryptedPassword` of the contract. */
  readonly password: string
  readonly meaning: SignatureMeaning | undefined
}

/** The signature of a request whose components were right. */
export interface ProvenSignature {
  readonly signer: ProvenSigner
  readonly meaning: SignatureMeaning | undefined
}

/**
 * Verifies the components of a request's signature, before the call begins. Failures are counted like those of a
 * sign-in.
 * @throws Rejection 422 on the field that is missing or wrong
 */
export type VerifySignature = (
  call: Call,
  execution: Omit<Execution, 'signature'>,
  sent: SentSignature,
) => Promise<ProvenSignature>

/** Input of every handler, whatever its transactions. */
interface Request<C extends Call> {
  /** Validated fields, without those that the contract does not define. */
  readonly input: RequestOf<C>
  /** The caller; anonymous for public calls. */
  readonly caller: Caller
  /** Role and tenants under which the caller makes this call. */
  readonly as: RunAs
  readonly language: Language
  /** Texts of the contract in the caller's language. */
  readonly t: Translate
  readonly client: Client
  readonly cookies: Cookies
  readonly services: Services
  readonly log: Log
}

/** A handler's description of its change. The actor, the time and the call are added later. */
export interface AuditFacts {
  /** The entity. Its list in `platform/audit/entities.ts` has the fields that the trail keeps. */
  readonly entity: AuditEntity
  readonly entityId: string
  /** Owner of the event; the platform by default. */
  readonly tenantId?: string
  readonly before?: object
  readonly after?: object
  readonly reason?: string
  /**
   * Requires an electronic signature with this meaning, whatever the policy says. `content` is signed content that the
   * event does not contain: the event keeps its hash, which `hashOfContent` returns again.
   */
  readonly signature?: { readonly meaning: SignatureMeaning; readonly content?: unknown }
  /** The actor, if only the call itself identifies them, as signing in does. */
  readonly actor?: { readonly userId: string; readonly userName: string }
}

/** Registers the audit event of the transaction in which the handler runs. */
export type Audit = (event: AuditFacts) => void

/** Input of the handler of an ordinary call, which runs in one transaction. */
export interface Work<C extends Call> extends Request<C> {
  /** Transaction under the caller's role and tenants. */
  readonly trx: Transaction<Database>
  readonly audit: Audit
}

/** Runs one transaction. The audit event that the work registers is written in it. */
type Step = <Result>(work: (trx: Transaction<Database>, audit: Audit) => Promise<Result>) => Promise<Result>

/** Input of a handler that splits its work into several transactions. */
export interface OwnWork<C extends Call> extends Request<C> {
  /** Runs a transaction as `atrium_system`. */
  readonly system: Step
  /** Runs a transaction under the caller's role and tenants, like a handler with one transaction. */
  readonly asCaller: Step
  /**
   * Rejects the call without the reason and the signature that the tenant of its event requires. Only for handlers that
   * have an effect outside the database before they register the event.
   */
  readonly requireReason: (trx: Transaction<Database>, tenantId: string) => Promise<void>
}
