import { type Area, type Language, languageOf, type Translate } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../caller/caller.ts'
import { parseAddress } from '../caller/client.ts'
import { asSystem, type RunAs } from '../database/transaction.ts'
import { traceIdOf } from '../observability/request-ids.ts'
import { translator } from '../texts/translator.ts'
import type { Signer } from './signature.ts'

/** What the path has found out about a request so far. */
interface RequestState {
  /** IP address of the client; '' if it has hung up already. */
  readonly address: string
  language: Language
  t: Translate
  caller: Caller
  as: RunAs
  /** Who signed the call, if it is a signed one. */
  signer?: Signer
  /** The path of the call, once the request is known to be one. */
  call?: string
  /** Whose names the call's fields have. */
  area?: Area
  /** The trace of the request, from this server or a trusted proxy. */
  traceId: string | undefined
  /** Whether a trusted proxy sent it. Anybody else may choose the ids in its headers, which are for the log alone then. */
  readonly isFromProxy: boolean
  /** The code of its envelope. */
  code?: number
}

declare module 'fastify' {
  interface FastifyRequest {
    state: RequestState
  }
}

/** Returns the client's address: the last one that is not a trusted proxy's, or else the socket's. */
const addressOf = (request: FastifyRequest): string =>
  // A client that has disconnected no longer has an address.
  parseAddress(request.ip ?? '') ?? parseAddress(request.socket.remoteAddress ?? '') ?? ''

/** The state of a new request. */
export function initialState(request: FastifyRequest, isFromProxy: boolean): RequestState {
  const language = languageOf(request.headers.language)
  const address = addressOf(request)
  const traceId = isFromProxy ? traceIdOf(request.headers) : undefined
  return { address, language, t: translator(language), caller: anonymous, as: asSystem, isFromProxy, traceId }
}
