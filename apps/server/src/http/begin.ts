import { languageOf } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { asSystem } from '../database/transaction.ts'
import { translator } from '../texts/index.ts'
import { anonymous } from './anonymous.ts'
import { addressOf } from './client-address.ts'
import type { RequestState } from './request-state.ts'

/** The state of a request of which nothing is known but its headers. */
export function begin(request: FastifyRequest): RequestState {
  const language = languageOf(request.headers.language)
  const address = addressOf(request)
  return { address, language, t: translator(language), caller: anonymous, as: asSystem }
}
