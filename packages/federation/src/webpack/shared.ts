import { stub } from './aliases.ts'

/** A module with only one copy on the page, provided by the shell. */
export interface SharedModule {
  /** Import specifier, which is also the key in the share scope. */
  readonly request: string
  /** Whether the module is part of the shell's first chunk. Other modules are fetched by the first page that needs them. */
  readonly eager: boolean
  /** The module that the shell provides under that name, if it differs. */
  readonly provided?: string
}

/**
 * The modules that the shell and remotes share. Remotes reach libraries other than React through shared-api and
 * ui-kit, which re-export what is used. Sharing a library directly would bundle all of it. Every remote bundles
 * contract declarations made with zod, so the shell provides the parts of zod that are used.
 */
export const sharedModules: readonly SharedModule[] = [
  { request: 'react', eager: true },
  { request: 'react/jsx-runtime', eager: true },
  { request: 'react-dom', eager: true },
  { request: 'zod/mini', eager: true, provided: stub('zod-mini') },
  { request: '@atrium/shared-api', eager: true },
  { request: '@atrium/ui-kit', eager: true },
  { request: '@atrium/ui-kit/sign-in', eager: true },
  { request: '@atrium/ui-kit/overlay', eager: false },
  { request: '@atrium/ui-kit/list', eager: false },
  { request: '@atrium/ui-kit/pickers', eager: false },
  { request: '@atrium/ui-kit/picker-dialog', eager: false },
  { request: '@atrium/ui-kit/icons', eager: false },
  { request: '@atrium/ui-kit/calendar', eager: false },
  { request: '@atrium/ui-kit/reorder', eager: false },
  { request: '@atrium/ui-kit/sessions', eager: false },
  { request: '@atrium/ui-kit/invitations', eager: false },
  { request: '@atrium/ui-kit/licence-holders', eager: false },
  { request: '@atrium/ui-kit/wanted-access', eager: false },
  { request: '@atrium/ui-kit/history', eager: false },
  { request: '@atrium/ui-kit/tree', eager: false },
]

/** One copy per page, whatever version is requested, because the shell and remotes follow the same major versions. */
const oneCopy = { singleton: true, requiredVersion: false } as const

/** Returns the share configuration of the host, which has the only copy. */
export const providedByHost = () =>
  Object.fromEntries(
    sharedModules.map(({ request, eager, provided }) => [
      request,
      { ...oneCopy, eager, import: provided ?? request },
    ]),
  )

/** Returns the share configuration of a remote, which never has a copy of its own. */
export const expectedFromHost = () =>
  Object.fromEntries(sharedModules.map(({ request }) => [request, { ...oneCopy, import: false as const }]))
