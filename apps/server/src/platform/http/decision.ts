import { type Call, isForInspectors, isForPlatform } from '@atrium/contract'
import { tenantsHolding, tenantsOf } from '../caller/caller.ts'
import type { Rights } from '../caller/rights.ts'
import { asInspector, asPlatform, asSystem, asTenants, type RunAs } from '../database/transaction.ts'

/** Returns by what a call identifies its caller: by nothing, by the signature of a system, or by a session. */
export function gateOf({ access }: Pick<Call, 'access'>): 'everybody' | 'signature' | 'session' {
  if (access.kind === 'public') return 'everybody'
  return access.kind === 'product' || access.kind === 'team' ? 'signature' : 'session'
}

/** Whether a user may make a call, and as whom, or the rule that rejects it. */
export type Decision =
  | { readonly isAllowed: true; readonly as: RunAs }
  | { readonly isAllowed: false; readonly rule: 'superAdministrator' | 'menu' | 'inspection' }

const allowed = (as: RunAs): Decision => ({ isAllowed: true, as })

/**
 * Decides whether somebody may make a call, and with which database role and tenants. The server decides here about
 * each caller, and explanations about other people. Only this function selects the platform's role, and only for a
 * menu that the call names and the person's system role has. An inspector's account is limited to the calls that the
 * contract names for inspectors, and to the inspected studies.
 */
export function decide(call: Pick<Call, 'access' | 'path'>, rights: Rights): Decision {
  const { access } = call
  if (access.kind === 'public' || access.kind === 'product' || access.kind === 'team')
    return allowed(asSystem)
  const { inspection } = rights
  if (inspection && !isForInspectors(call)) return { isAllowed: false, rule: 'inspection' }
  const inTenants = (tenants: readonly string[]) =>
    allowed(inspection ? asInspector(inspection.tenantId, inspection.studyIds) : asTenants(tenants))
  if (access.kind === 'menus' && access.superAdmin && !rights.superAdmin)
    return { isAllowed: false, rule: 'superAdministrator' }
  if (isForPlatform(call, [...rights.menus])) return allowed(asPlatform)
  if (access.kind === 'session') return inTenants(tenantsOf(rights))
  const tenants = tenantsHolding(rights, access.menus)
  return tenants.length > 0 ? inTenants(tenants) : { isAllowed: false, rule: 'menu' }
}
