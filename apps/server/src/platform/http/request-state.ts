import { type Area, type Language, languageOf, type Translate } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../caller/caller.ts'
import { parseAddress } from '../caller/client.ts'
import { asSystem, type RunAs } from '../database/transaction.ts'
import { traceIdOf } from '../observability/request-ids.ts'
import { translator } from '../texts/translator.ts'
import type { Signer } from './signature.ts'

/** Facts that are known about a request so far. */
interface RequestState {
  /** IP address of the client; '' if it has already disconnected. */
  readonly address: string
  language: Language
  t: Translate
  caller: Caller
  as: RunAs
  /** The signer of the call, if the call is signed. */
  signer?: Signer
  /** Path of the call, once it is known that the request is a call. */
  call?: string
  /** Area whose texts name the call's fields. */
  area?: Area
  /** Id of the request's trace, from this server or a trusted proxy. */
  traceId: string | undefined
  /**
   * Whether a trusted proxy sent the request. Any other client may choose the ids in its headers, so these are only
   * logged.
   */
  readonly isFromProxy: boolean
  /** Code of the response's envelope. */
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

/** Returns the state of a new request. */
export function initialState(request: FastifyRequest, isFromProxy: boolean): RequestState {
  const language = languageOf(request.headers.language)
  const address = addressOf(request)
  const traceId = isFromProxy ? traceIdOf(request.headers) : undefined
  return { address, language, t: translator(language), caller: anonymous, as: asSystem, isFromProxy, traceId }
}
