import type { FieldLabels, Language, Translate } from '@atrium/contract'
import type { Caller } from '../caller/caller.ts'
import type { RunAs } from '../database/transaction.ts'

/** What the path has found out about a request so far. */
export interface RequestState {
  /** Where it comes from: an IP address; '' where its client has hung up already. */
  readonly address: string
  language: Language
  t: Translate
  caller: Caller
  as: RunAs
  /** The path of the call, once the request is known to be one. */
  call?: string
  /** What the call's fields are called where they have names of their own. */
  labels?: FieldLabels
  /** The code of the envelope that answers it. */
  code?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
}
