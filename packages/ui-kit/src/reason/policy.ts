import {
  type Call,
  globalTenantId,
  isForPlatform,
  isForTenants,
  needsReason,
  reasonFieldOf,
  type UserInfo,
} from '@atrium/contract'
import { useSession } from '@atrium/shared-api'

type Input = Readonly<Record<string, unknown>>

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether only the platform makes a call, so that its rows are the platform's unless the input names a tenant. */
const isPlatformCall = ({ access }: Call): boolean =>
  access.kind === 'menus' && !access.menus.some((menu) => isForTenants(menu))

/**
 * Returns the tenant whose policy applies to a change; undefined if the page cannot know it. The server decides by
 * the changed row.
 */
export function tenantOfChange(call: Call, input: Input, user: UserInfo | undefined): string | undefined {
  const named = [input.tenantId, input.TenantId].find(isId)
  if (named !== undefined) return named
  if (isPlatformCall(call)) return globalTenantId
  if (!user || isForPlatform(call, user.platformMenus)) return undefined
  return user.tenants.length === 1 ? user.tenants[0]?.id : undefined
}

/** Whether a change needs a reason in the request's headers. In doubt, it does if any policy asks for one. */
export function isReasonAsked(call: Call, tenantId: string | undefined, user: UserInfo | undefined): boolean {
  // An older server has no policies.
  const policies = user?.changeReasons ?? []
  if (policies.length === 0 || reasonFieldOf(call) !== undefined) return false
  const own = policies.find((policy) => policy.tenantId === tenantId)
  const platform = policies.filter((policy) => policy.tenantId === globalTenantId)
  const possible = tenantId === undefined ? policies : own ? [own] : platform
  return possible.some(({ kinds }) => needsReason(call, kinds))
}

/** Returns the tenant whose list of reasons is offered; undefined if the page cannot know it. */
export function tenantOfList(tenantId: string | undefined, user: UserInfo | undefined): string | undefined {
  const policies = user?.changeReasons ?? []
  return (
    tenantId ?? (policies.every((policy) => policy.tenantId === globalTenantId) ? globalTenantId : undefined)
  )
}

/** Whether a call needs the reason that its own field contains, as the session's policies say. */
export const useReasonNeeded = (call: Call, tenantId: string): boolean =>
  useSession(({ user }) => {
    const policies = user?.changeReasons ?? []
    const own = policies.find((policy) => policy.tenantId === tenantId)
    const policy = own ?? policies.find((each) => each.tenantId === globalTenantId)
    return needsReason(call, policy?.kinds ?? [])
  })
