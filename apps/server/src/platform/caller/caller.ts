import { defaultLanguage, isForTenants, type Language, type MenuCode } from '@atrium/contract'
import { tokenHash } from './token.ts'

/** A tenant in which the caller's tenant user is enabled. */
interface Membership {
  readonly tenantId: string
  /** Menus of the caller's role in the tenant; empty if that role is closed. */
  readonly menus: ReadonlySet<MenuCode>
}

/** The caller of a request, with the rights that the database has at this moment. */
export interface Caller {
  readonly userId: string
  readonly userName: string
  /** The language that the user chose. A `language` header of the request overrides it. */
  readonly language: Language
  /** Whether the user's open system role has every menu. */
  readonly superAdmin: boolean
  /** The menus of the system role; every code for a super administrator. */
  readonly menus: ReadonlySet<MenuCode>
  /** The memberships, in the order of joining. */
  readonly memberships: readonly Membership[]
  /** SHA-256 of the session's token, in hexadecimal. On a public call, the token has not been checked. */
  readonly sessionHash: string
}

/**
 * Returns the tenants in which the caller's role has one of the menus, in the order of joining. Platform menus belong
 * to no tenant, so they grant nothing in a tenant's role.
 */
export const tenantsHolding = (caller: Caller, menus: readonly MenuCode[]): string[] => {
  const ofTenants = menus.filter(isForTenants)
  return caller.memberships
    .filter((membership) => ofTenants.some((menu) => membership.menus.has(menu)))
    .map((membership) => membership.tenantId)
}

/** Returns every tenant that the caller belongs to, in the order of joining. */
export const tenantsOf = (caller: Caller): string[] => caller.memberships.map(({ tenantId }) => tenantId)

/** Caller of a public call: anonymous, without rights. */
export const anonymous: Caller = {
  userId: '',
  userName: '',
  language: defaultLanguage,
  superAdmin: false,
  menus: new Set(),
  memberships: [],
  sessionHash: '',
}

/** Returns an anonymous caller with the hash of the token that was sent. Nothing has checked the token. */
export const anonymousWith = (token: string | undefined): Caller =>
  token ? { ...anonymous, sessionHash: tokenHash(token) } : anonymous
