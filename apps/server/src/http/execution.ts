import type { AnswerOf, Call, Language, RequestOf, Translate } from '@atrium/contract'
import type { Caller } from '../caller/caller.ts'
import type { Client } from '../caller/client.ts'
import type { RunAs } from '../database/transaction.ts'
import type { Cookies } from './cookies.ts'
import type { Download } from './download.ts'
import type { Services } from './services.ts'
import type { Log, OwnWork, Work } from './work.ts'

/** One request on its way through a route, session, access and validation behind it. */
export interface Execution {
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
}

/** A call with the code that answers it. */
export interface Route {
  readonly call: Call
  readonly execute: (execution: Execution) => Promise<unknown>
}

export type Handler<C extends Call> = (work: Work<C>) => Promise<AnswerOf<C>>
export type OwnHandler<C extends Call> = (work: OwnWork<C>) => Promise<AnswerOf<C>>
export type DownloadHandler<C extends Call> = (work: OwnWork<C>) => Promise<Download>

/** What every handler sees of an execution. */
export const requestOf = <C extends Call>(execution: Execution) => ({
  // The call's schema has produced it: `validation.ts`.
  input: execution.input as RequestOf<C>,
  caller: execution.caller,
  as: execution.as,
  language: execution.language,
  t: execution.t,
  client: execution.client,
  cookies: execution.cookies,
  services: execution.services,
  log: execution.log,
})
