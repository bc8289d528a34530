import { type Call, fieldsOf, globalTenantId } from '@atrium/contract'
import type { RightsOfPerson } from '../../platform/caller/rights.ts'
import { isOfTenants } from '../../platform/crud/index.ts'
import { isPlatform } from '../../platform/database/transaction.ts'
import { type Decision, decide, gateOf } from '../../platform/http/decision.ts'

type Rule = Extract<Decision, { isAllowed: false }>['rule'] | 'signature' | 'account' | 'tenant'

/** Whether a person may make a call in a tenant, and whether for the platform, or the rule that rejects them. */
export type Verdict =
  | { readonly isAllowed: true; readonly isForPlatform: boolean }
  | { readonly isAllowed: false; readonly rule: Rule }

/** Returns whether a call names a tenant, whose rows it reads or changes. */
export const namesTenant = (call: Call): boolean =>
  fieldsOf(call).some(({ path }) => path.at(-1) === 'tenantId')

/**
 * Decides whether a person may make a call in a tenant, by the functions that decide about the server's callers. Calls
 * about the caller's own data depend on a tenant only if they name it.
 * @param tenantId `globalTenantId` for the platform; '' for any tenant of `rights`
 */
export function verdictOf(call: Call, rights: RightsOfPerson, tenantId: string): Verdict {
  const gate = gateOf(call)
  if (gate === 'everybody') return { isAllowed: true, isForPlatform: false }
  if (gate === 'signature') return { isAllowed: false, rule: 'signature' }
  if (!rights.canSignIn) return { isAllowed: false, rule: 'account' }
  const decision = decide(call, rights)
  if (!decision.isAllowed) return decision
  const ofSession = call.access.kind === 'session'
  const isAnywhere = tenantId === '' || (ofSession && (tenantId === globalTenantId || !namesTenant(call)))
  if (!isAnywhere && !isOfTenants(decision.as, tenantId)) return { isAllowed: false, rule: 'tenant' }
  return { isAllowed: true, isForPlatform: isPlatform(decision.as) }
}
