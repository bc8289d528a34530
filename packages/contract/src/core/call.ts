import type * as z from 'zod/mini'
import type { MenuCode } from './menus.ts'
import type { Area, TextKey } from './texts.ts'

/**
 * Who may make a call, and whose rows it reaches. A system role with one of the named menus makes it for the platform,
 * and reaches every tenant's rows. Everybody else reaches only those of their own tenants: all of them if a session is
 * enough, otherwise those where their role has one of the menus. Menus of the platform in a tenant's role do not count.
 */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session'
      readonly menus?: readonly MenuCode[]
      /**
       * The field with the user that the call is about: '' or one's own id for oneself, others only for the platform.
       */
      readonly about?: string
    }
  /** A linked product, which signs it (docs/integrators.md). */
  | { readonly kind: 'product' }
  /** A team that releases a remote: signed with its Ed25519 key (docs/teams.md). */
  | { readonly kind: 'team' }
  | {
      readonly kind: 'menus'
      readonly menus: readonly MenuCode[]
      /** Whether it writes rows of tenants of which some are global: only the platform writes global rows. */
      readonly globalRows?: boolean
      /** Whether the system role must have every menu, like that of platform administrators. */
      readonly superAdmin?: boolean
    }

export const anybody: Access = { kind: 'public' }

/** Access for everybody with a session, to their own data. */
export const signedIn: Access = { kind: 'session' }

/** Access for linked products: each call is signed with the product's key. It works as the server itself. */
export const signedByProduct: Access = { kind: 'product' }

/** Access for teams that release remotes: each call is signed with a key that the operator trusts for the remote. */
export const signedByTeam: Access = { kind: 'team' }

type Menus = [MenuCode, ...MenuCode[]]

/** Access for everybody with a session and, through one of the menus in a system role, for the platform. */
export const signedInOrPlatform = (...menus: Menus): Access => ({ kind: 'session', menus })

/**
 * Access for everybody with a session, about themselves; about another user, in a field, only for the platform, through
 * one of the menus in a system role.
 */
export const aboutOneself = (field: string, ...menus: Menus): Access => ({
  kind: 'session',
  menus,
  about: field,
})

/** Access for every role with at least one of the menus. */
export const menu = (...menus: Menus): Access => ({ kind: 'menus', menus })

/** The same, where tenant roles write their own tenants' rows and only the platform the global ones. */
export const menuForOwnRows = (...menus: Menus): Access => ({ kind: 'menus', menus, globalRows: true })

/**
 * Access for platform administrators only, whose role has every menu: for what the screens of these menus offer them.
 */
export const superAdministrators = (...menus: Menus): Access => ({ kind: 'menus', menus, superAdmin: true })

/** Whether a system role with some menus makes a call for the platform, and reaches every tenant's rows. */
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
   * Path below the API prefix. A field in braces, as `{id}` in `/thing/{id}`, is in the path instead of query or body.
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
  /** Area whose names its fields have, before those that the areas share. */
  readonly area?: Area
  /**
   * `redirect`: the browser itself opens the call and is redirected (302) to the returned URL.
   * `download`: success is a file instead of the envelope, an attachment with its name and, in the header
   * `x-expected-length`, its approximate length.
   * `upload`: a product sends bytes (application/octet-stream) as the body; the fields are in the query.
   */
  readonly form?: 'redirect' | 'download' | 'upload'
  /** `ctms`: answered by the clinical trial management system under a base path of its own, and not by the suite. */
  readonly server?: 'ctms'
  /** Why the call exists although the list of calls did not name it at first. */
  readonly addition?: string
}

export type RequestOf<C extends Call> = z.output<C['request']>
export type InputOf<C extends Call> = z.input<C['request']>
export type ResponseOf<C extends Call> = z.output<C['response']>

/** Declares a call whose fields have the names that areas share. */
export const call = <Request extends z.ZodMiniType, Result extends z.ZodMiniType>(
  declaration: Call<Request, Result>,
): Call<Request, Result> => declaration

/** Declares the calls of an area. */
export const callOf =
  (area: Area) =>
  <Request extends z.ZodMiniType, Result extends z.ZodMiniType>(
    declaration: Call<Request, Result>,
  ): Call<Request, Result> => ({ area, ...declaration })
