import type { Call } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { anonymous, type Caller } from '../caller/caller.ts'
import { findCaller } from '../caller/find-caller.ts'
import { accessOf } from './access.ts'
import { refuse } from './refusal.ts'
import type { Services } from './services.ts'

async function callerOf(call: Call, request: FastifyRequest, services: Services): Promise<Caller> {
  if (call.access.kind === 'public') return anonymous
  // The header alone, never the cookie: a GET that changes something cannot be forged from another site.
  const found = await findCaller(services.db, request.headers.authorization, services.profile.sessionLifetime)
  return typeof found === 'number' ? refuse(found) : found
}

/** Finds out who calls and under which database role, before the body is read. */
export const enter = (call: Call, services: Services) => async (request: FastifyRequest) => {
  request.state.call = call.path
  request.state.labels = call.labels
  request.state.caller = await callerOf(call, request, services)
  request.state.as = accessOf(call, request.state.caller)
}
