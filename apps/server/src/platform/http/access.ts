import { type Call, codes } from '@atrium/contract'
import type { FastifyRequest } from 'fastify'
import { anonymous, anonymousWith, type Caller } from '../caller/caller.ts'
import { findCaller } from '../caller/find-caller.ts'
import { isPlatform, type RunAs } from '../database/transaction.ts'
import { decide, gateOf } from './decision.ts'
import { reject } from './rejection.ts'
import type { Route } from './route.ts'
import type { Signer } from './signature.ts'
import type { Services } from './work.ts'

async function callerOf(call: Call, request: FastifyRequest, services: Services): Promise<Caller> {
  if (gateOf(call) === 'everybody') return anonymousWith(request.headers.authorization)
  // Only the header counts, never the cookie, so that another site cannot forge a GET that changes something.
  const found = await findCaller(services.db, request.headers.authorization, services.profile.sessionLifetime)
  return typeof found === 'number' ? reject(found) : found
}

/** Returns whether the contract requires a signature. */
export const isSigned = (call: Call): boolean => gateOf(call) === 'signature'

/** Returns the signer of a call. The signature is used up, whether or not the call succeeds. */
async function signerOf(
  { call, verify }: Route,
  { method, raw, headers }: FastifyRequest,
  services: Services,
): Promise<Signer> {
  if (!verify) throw new Error(`${call.path} is signed, but its route verifies no signature`)
  const found = await verify(services, { method, path: raw.url ?? '', headers })
  return typeof found === 'string' ? reject(codes.noSession, `product.${found}`) : found
}

/** Identifies the caller and the database role of a request, before the body is read. */
export const identifyCaller = (route: Route, services: Services) => async (request: FastifyRequest) => {
  const { call } = route
  const { state } = request
  state.call = call.path
  state.area = call.area
  if (isSigned(call)) {
    state.signer = await signerOf(route, request, services)
    state.caller = { ...anonymous, userName: state.signer.name }
  } else state.caller = await callerOf(call, request, services)
  const decision = decide(call, state.caller)
  state.as = decision.isAllowed ? decision.as : reject(codes.forbidden)
}

/**
 * Rejects a call about another user if the contract limits it to oneself: 404, as if the user did not exist. The
 * platform is exempt.
 * @param input the call's validated input
 */
export function checkSubject({ access }: Call, input: object, caller: Caller, as: RunAs): void {
  if (access.kind !== 'session' || access.about === undefined || isPlatform(as)) return
  const id: unknown = Reflect.get(input, access.about)
  if (id !== '' && id !== caller.userId) reject(codes.notFound)
}
