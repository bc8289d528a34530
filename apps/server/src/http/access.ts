import { type Call, codes } from '@atrium/contract'
import { type Caller, holdsOnPlatform, tenantsHolding, tenantsOf } from '../caller/caller.ts'
import { asPlatform, asSystem, asTenants, type RunAs } from '../database/transaction.ts'
import { refuse } from './refusal.ts'

/**
 * The database role, and the tenants, under which a caller makes a call. The platform's role is taken here alone, and
 * only through a menu that the call names and the caller's system role holds.
 * @throws Refusal 403 where no role of the caller holds a menu that allows the call
 */
export function accessOf(call: Call, caller: Caller): RunAs {
  const { access } = call
  if (access.kind === 'public') return asSystem
  if (holdsOnPlatform(caller, access.menus ?? [])) return asPlatform
  if (access.kind === 'session') return asTenants(tenantsOf(caller))
  const tenants = tenantsHolding(caller, access.menus)
  return tenants.length > 0 ? asTenants(tenants) : refuse(codes.forbidden)
}
