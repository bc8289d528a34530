import { defaultLanguage, isForTenants, type Language, type MenuCode } from '@atrium/contract'
import type { Rights } from './rights.ts'
import { tokenHash } from './token.ts'

/** The caller of a request, with the rights that the database has at this moment. */
export interface Caller extends Rights {
  readonly userId: string
  readonly userName: string
  /** The language that the user chose. A `language` header of the request overrides it. */
  readonly language: Language
  /** SHA-256 of the session's token, in hexadecimal. On a public call, the token has not been checked. */
  readonly sessionHash: string
}

/**
 * Returns the tenants in which the user's role has one of the menus, in the order of joining. Platform menus belong
 * to no tenant, so they grant nothing in a tenant's role.
 */
export const tenantsHolding = ({ memberships }: Rights, menus: readonly MenuCode[]): string[] => {
  const ofTenants = menus.filter(isForTenants)
  return memberships
    .filter((membership) => ofTenants.some((menu) => membership.menus.has(menu)))
    .map((membership) => membership.tenantId)
}

/** Returns every tenant that the user belongs to, in the order of joining. */
export const tenantsOf = ({ memberships }: Rights): string[] => memberships.map(({ tenantId }) => tenantId)

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
