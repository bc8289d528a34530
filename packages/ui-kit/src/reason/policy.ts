import {
  type Call,
  globalTenantId,
  isForPlatform,
  isForTenants,
  needsReason,
  type UserInfo,
} from '@atrium/contract'

type Input = Readonly<Record<string, unknown>>

const isId = (value: unknown): value is string => typeof value === 'string' && value !== ''

/** Whether only the platform makes a call, so that its rows are the platform's unless the input names a tenant. */
const isPlatformCall = ({ access }: Call): boolean =>
  access.kind === 'menus' && !access.menus.some((menu) => isForTenants(menu))

/** Policies of the user's session. An older server has none. */
const policiesOf = (user: UserInfo | undefined) => user?.changeReasons ?? []

/**
 * Returns the tenant whose policy applies to a change; undefined if the page cannot know it. The server decides by
 * the changed row.
 */
export function tenantOfChange(call: Call, input: Input, user: UserInfo | undefined): string | undefined {
  const named = [input.tenantId, input.TenantId].find(isId)
  if (named !== undefined) return named
  if (isPlatformCall(call)) return globalTenantId
  const [only, ...others] = user && !isForPlatform(call, user.platformMenus) ? user.tenants : []
  if (only && others.length === 0) return only.id
  const isAlike = policiesOf(user).every(({ tenantId }) => tenantId === globalTenantId)
  return isAlike ? globalTenantId : undefined
}

/** Whether a change in a tenant needs a reason. Without a known tenant, the page waits for the server to ask. */
export function isReasonNeeded(
  call: Call,
  tenantId: string | undefined,
  user: UserInfo | undefined,
): boolean {
  if (tenantId === undefined) return false
  const policies = policiesOf(user)
  const policy =
    policies.find((each) => each.tenantId === tenantId) ??
    policies.find((each) => each.tenantId === globalTenantId)
  return needsReason(call, policy?.kinds ?? [])
}
