import type * as z from 'zod/mini'
import type { MenuCode } from './menus.ts'
import type { Area, TextKey } from './texts.ts'

/**
 * Who may make a call, and whose rows it reaches. A user whose system role has one of the named menus makes it for
 * the platform and reaches every tenant's rows. Other users reach rows of their own tenants only: all of them if a
 * session is enough, otherwise those of tenants where their role has one of the menus. Platform menus in a tenant
 * role do not count.
 */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session'
      readonly menus?: readonly MenuCode[]
      /**
       * Field that names the user the call is about. '' or the caller's own id means the caller; only platform users
       * may name another user.
       */
      readonly about?: string
    }
  /** A linked product, which signs the call (docs/integrators.md). */
  | { readonly kind: 'product' }
  /** A team that releases a remote, and signs the call with its Ed25519 key (docs/teams.md). */
  | { readonly kind: 'team' }
  | {
      readonly kind: 'menus'
      readonly menus: readonly MenuCode[]
      /** Whether the call writes rows that belong to tenants or are global. Only the platform writes the global ones. */
      readonly globalRows?: boolean
      /** Whether the system role must have every menu, like that of platform administrators. */
      readonly superAdmin?: boolean
    }

export const anybody: Access = { kind: 'public' }

/** Access for every signed-in user, to their own data. */
export const signedIn: Access = { kind: 'session' }

/** Access for linked products. The product's key signs each call, and the call runs with the server's own rights. */
export const signedByProduct: Access = { kind: 'product' }

/** Access for teams that release remotes: each call is signed with a key that the operator trusts for the remote. */
export const signedByTeam: Access = { kind: 'team' }

type Menus = [MenuCode, ...MenuCode[]]

/** Access for every signed-in user, and for the platform through one of the menus in a system role. */
export const signedInOrPlatform = (...menus: Menus): Access => ({ kind: 'session', menus })

/**
 * Access for every signed-in user, about themselves. Only a system role with one of the menus may name another user
 * in the field.
 */
export const aboutOneself = (field: string, ...menus: Menus): Access => ({
  kind: 'session',
  menus,
  about: field,
})

/** Access for every role with at least one of the menus. */
export const menu = (...menus: Menus): Access => ({ kind: 'menus', menus })

/**
 * Access for every role with at least one of the menus. Tenant roles write their own tenants' rows; only the platform
 * writes global rows.
 */
export const menuForOwnRows = (...menus: Menus): Access => ({ kind: 'menus', menus, globalRows: true })

/**
 * Access for platform administrators only, whose role has every menu. The given menus are those whose screens offer
 * the call.
 */
export const superAdministrators = (...menus: Menus): Access => ({ kind: 'menus', menus, superAdmin: true })

/** Whether a system role with some of the menus makes the call for the platform and reaches every tenant's rows. */
export const isForPlatform = ({ access }: Pick<Call, 'access'>, held: readonly string[]): boolean =>
  'menus' in access && (access.menus ?? []).some((menu) => held.includes(menu))

/**
 * One call of the API, as data. The server's route and its validation, the client's typed function,
 * the OpenAPI document and the generated access tests all derive from it.
 */
export interface Call<
  Request extends z.ZodMiniType = z.ZodMiniType,
  Result extends z.ZodMiniType = z.ZodMiniType,
> {
  readonly method: 'GET' | 'POST'
  /**
   * Path below the API prefix. A field in braces, such as `{id}` in `/thing/{id}`, is sent in the path instead of the
   * query or body.
   */
  readonly path: `/${string}`
  /** The call in a few words, for the OpenAPI document. */
  readonly summary: string
  readonly access: Access
  /** `write` changes something that the audit trail must show; `read` does not. */
  readonly effect: 'read' | 'write'
  readonly request: Request
  /** Schema of the envelope's `data`. */
  readonly response: Result
  /** Key of the success message; `code.200` by default. */
  readonly done?: TextKey
  /** Area whose field names are looked up before the shared ones. */
  readonly area?: Area
  /**
   * `redirect`: the browser itself opens the call and is redirected (302) to the returned URL.
   * `download`: success is a file instead of the envelope, an attachment with its name and, in the header
   * `x-expected-length`, its approximate length.
   * `upload`: a product sends bytes (application/octet-stream) as the body; the fields are in the query.
   */
  readonly form?: 'redirect' | 'download' | 'upload'
  /** `ctms`: the clinical trial management system serves this call, under its own base path; the suite does not. */
  readonly server?: 'ctms'
  /** Why the call exists although the specification's list does not name it. */
  readonly addition?: string
}

export type RequestOf<C extends Call> = z.output<C['request']>
export type InputOf<C extends Call> = z.input<C['request']>
export type ResponseOf<C extends Call> = z.output<C['response']>

/** Declares a call that uses only the shared field names. */
export const call = <Request extends z.ZodMiniType, Result extends z.ZodMiniType>(
  declaration: Call<Request, Result>,
): Call<Request, Result> => declaration

/** Declares the calls of an area. */
export const callOf =
  (area: Area) =>
  <Request extends z.ZodMiniType, Result extends z.ZodMiniType>(
    declaration: Call<Request, Result>,
  ): Call<Request, Result> => ({ area, ...declaration })
