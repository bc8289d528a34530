import type { Call, Language, RequestOf, Translate } from '@atrium/contract'
import type { FastifyBaseLogger } from 'fastify'
import type { Transaction } from 'kysely'
import type { Caller } from '../caller/caller.ts'
import type { Client } from '../caller/client.ts'
import type { Database } from '../database/schema.ts'
import type { RunAs } from '../database/transaction.ts'
import type { AuditFacts } from './audit-once.ts'
import type { Cookies } from './cookies.ts'
import type { Services } from './services.ts'

export type { Client }

/** Where a handler notes what operators must learn of a refusal; never a code, key or password. */
export type Log = Pick<FastifyBaseLogger, 'warn'>

/** What every handler is given, whatever its transactions. */
export interface Request<C extends Call> {
  /** Validated; without fields that the contract does not know. */
  readonly input: RequestOf<C>
  /** Who calls; anonymous for public calls. */
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

/** Registers the audit row of the transaction that the handler runs in. */
export type Audit = (event: AuditFacts) => void

/** What the handler of an ordinary call is given: everything in one transaction. */
export interface Work<C extends Call> extends Request<C> {
  /** Under the caller's role and tenants. */
  readonly trx: Transaction<Database>
  readonly audit: Audit
}

/** What a handler that divides its work over transactions of its own is given. */
export interface OwnWork<C extends Call> extends Request<C> {
  /** Runs one transaction as `atrium_system`; what it audits is written in it. */
  readonly system: <Result>(
    work: (trx: Transaction<Database>, audit: Audit) => Promise<Result>,
  ) => Promise<Result>
}
