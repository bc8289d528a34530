import { stub } from './aliases.ts'

/** A module of which the whole page has one copy, provided by the shell. */
export interface SharedModule {
  /** The import specifier, which is also its key in the share scope. */
  readonly request: string
  /** Part of the shell's first chunk; the others are fetched by the first page that needs them. */
  readonly eager: boolean
  /** What the shell provides under that name, if it is not the module itself. */
  readonly provided?: string
}

/**
 * What shell and remotes share. Third-party libraries other than React are reached through shared-api and
 * ui-kit, which re-export what is used: shared by themselves they would ship whole. zod is what contract
 * declarations are made of, which every remote bundles; the shell provides the parts in use.
 */
export const sharedModules: readonly SharedModule[] = [
  { request: 'react', eager: true },
  { request: 'react/jsx-runtime', eager: true },
  { request: 'react-dom', eager: true },
  { request: 'zod/mini', eager: true, provided: stub('zodMini') },
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
  { request: '@atrium/ui-kit/tree', eager: false },
]

/** One copy a page, whatever version is asked for: shell and remotes follow the same major versions. */
const oneCopy = { singleton: true, requiredVersion: false } as const

/** The share configuration of the host: it carries the one copy. */
export const providedByHost = () =>
  Object.fromEntries(
    sharedModules.map(({ request, eager, provided }) => [
      request,
      { ...oneCopy, eager, import: provided ?? request },
    ]),
  )

/** The share configuration of a remote: never a copy of its own, whatever the page offers. */
export const expectedFromHost = () =>
  Object.fromEntries(sharedModules.map(({ request }) => [request, { ...oneCopy, import: false as const }]))
