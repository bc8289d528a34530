import { languageOf } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { anonymous } from '../caller/caller.ts'
import { parseAddress } from '../caller/client.ts'
import { asSystem } from '../database/transaction.ts'
import { translator } from '../texts/index.ts'
import type { RequestState } from './request-state.ts'

/** Where a request comes from: the last address that no trusted proxy stands for; the socket's where that is none. */
const addressOf = (request: FastifyRequest): string =>
  // Who has hung up already has no address any more.
  parseAddress(request.ip ?? '') ?? parseAddress(request.socket.remoteAddress ?? '') ?? ''

/** The state of a request of which nothing is known but its headers. */
export function begin(request: FastifyRequest): RequestState {
  const language = languageOf(request.headers.language)
  const address = addressOf(request)
  return { address, language, t: translator(language), caller: anonymous, as: asSystem }
}
