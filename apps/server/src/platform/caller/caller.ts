import { defaultLanguage, isForTenants, type Language, type MenuCode } from '@atrium/contract'
import { tokenHash } from './token.ts'

/** A tenant in which the caller's tenant user is enabled. */
interface Membership {
  readonly tenantId: string
  /** The menus of the caller's role there; none if that role is closed. */
  readonly menus: ReadonlySet<MenuCode>
}

/** The caller, as the database has them at this moment. */
export interface Caller {
  readonly userId: string
  readonly userName: string
  /** The language that the user chose; a request's own `language` header goes before it. */
  readonly language: Language
  /** Whether the user's open system role has every menu. */
  readonly superAdmin: boolean
  /** The menus of that role; every code for a super administrator. */
  readonly menus: ReadonlySet<MenuCode>
  /** In the order of joining. */
  readonly memberships: readonly Membership[]
  /** SHA-256 of the session's token, in hexadecimal; at a public call of what was sent as one, which nobody has checked. */
  readonly sessionHash: string
}

/**
 * The tenants in which the caller's role has one of the menus, in the order of joining. The platform's own menus belong
 * to no tenant: a tenant's role with one of them grants nothing.
 */
export const tenantsHolding = (caller: Caller, menus: readonly MenuCode[]): string[] => {
  const ofTenants = menus.filter(isForTenants)
  return caller.memberships
    .filter((membership) => ofTenants.some((menu) => membership.menus.has(menu)))
    .map((membership) => membership.tenantId)
}

/** Every tenant that the caller belongs to, in the order of joining. */
export const tenantsOf = (caller: Caller): string[] => caller.memberships.map(({ tenantId }) => tenantId)

/** The caller of a public call: anonymous, without rights. */
export const anonymous: Caller = {
  userId: '',
  userName: '',
  language: defaultLanguage,
  superAdmin: false,
  menus: new Set(),
  memberships: [],
  sessionHash: '',
}

/** The same, with what was sent as a session's token; nobody has checked it. */
export const anonymousWith = (token: string | undefined): Caller =>
  token ? { ...anonymous, sessionHash: tokenHash(token) } : anonymous
