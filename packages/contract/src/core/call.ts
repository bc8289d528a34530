import type * as z from 'zod/mini'
import type { MenuCode } from './menus.ts'
import type { Area, TextKey } from './texts.ts'

/**
 * Who may make a call, and whose rows it reaches. A system role that holds one of the named menus makes it for the
 * platform, and reaches every tenant's; everybody else reaches only those of their own tenants: of all of them where
 * a session is enough, else of those where their role holds one of the menus. What a tenant's role holds of the
 * platform's own menus counts for nothing.
 */
export type Access =
  | { readonly kind: 'public' }
  | {
      readonly kind: 'session'
      readonly menus?: readonly MenuCode[]
      /** The field that names whom the call is about: '' or one's own id for oneself, else for the platform alone. */
      readonly about?: string
    }
  /** A linked product, which signs it (docs/integrators.md). */
  | { readonly kind: 'product' }
  /** A team that releases a remote: signed with its Ed25519 key (docs/teams.md). */
  | { readonly kind: 'team' }
  | {
      readonly kind: 'menus'
      readonly menus: readonly MenuCode[]
      /** Whether it writes rows of tenants of which some are global: those the platform alone writes. */
      readonly globalRows?: boolean
      /** Whether the system role must hold every menu, as that of platform administrators does. */
      readonly superAdmin?: boolean
    }

export const anybody: Access = { kind: 'public' }

/** Access for everybody who has a session, to what is theirs. */
export const signedIn: Access = { kind: 'session' }

/** Access for linked products: each call is signed with the product's key. It works as the server itself. */
export const signedByProduct: Access = { kind: 'product' }

/** Access for teams that release remotes: each call is signed with a key that the operator trusts for the remote. */
export const signedByTeam: Access = { kind: 'team' }

type Menus = [MenuCode, ...MenuCode[]]

/** Access for everybody who has a session and, through one of the menus in a system role, for the platform. */
export const signedInOrPlatform = (...menus: Menus): Access => ({ kind: 'session', menus })

/**
 * Access for everybody who has a session, about themselves; about somebody else, whom a field names, for the platform
 * alone, through one of the menus in a system role.
 */
export const aboutOneself = (field: string, ...menus: Menus): Access => ({
  kind: 'session',
  menus,
  about: field,
})

/** Access for every role that holds at least one of the menus. */
export const menu = (...menus: Menus): Access => ({ kind: 'menus', menus })

/** The same, where roles of tenants write their own tenants' rows and the platform alone the global ones. */
export const menuForOwnRows = (...menus: Menus): Access => ({ kind: 'menus', menus, globalRows: true })

/** Access for platform administrators alone, whose role holds every menu: what the screens of these menus offer them. */
export const superAdministrators = (...menus: Menus): Access => ({ kind: 'menus', menus, superAdmin: true })

/** Whether whoever holds some menus in a system role makes a call for the platform, and reaches every tenant's rows. */
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
  /** Below the API prefix. A field in braces, as `{id}` in `/thing/{id}`, stands there instead of query or body. */
  readonly path: `/${string}`
  /** The call in a few words, for the OpenAPI document. */
  readonly summary: string
  readonly access: Access
  /** `write` changes something that the audit trail must show; `read` does not. */
  readonly effect: 'read' | 'write'
  readonly request: Request
  /** What `data` of the envelope holds. */
  readonly response: Result
  /** Key of the message that says that the call was done; `code.200` by default. */
  readonly done?: TextKey
  /** Whose names its fields have, before those that the areas share. */
  readonly area?: Area
  /**
   * `redirect`: the browser itself opens the call and is sent on (302) to the address that it answers.
   * `download`: where it succeeds it answers a file instead of the envelope, as an attachment with its name,
   * and says in the header `x-expected-length` about how long that will be.
   * `upload`: a product sends bytes (application/octet-stream) as its body; the fields stand in the query.
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
