import type { ComponentType } from 'react'

/** One screen of a remote. */
export interface RemoteRoute {
  /** Full path of the suite's route table, below a prefix that the registry gives the remote. */
  readonly path: string
  /** The route's name; the shell marks the menu entry of the same name. */
  readonly name: string
  /** The screen; a `lazy` one is fetched when it is entered. */
  readonly component: ComponentType
}
