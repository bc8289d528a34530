import type { ComponentType } from 'react'

/** A screen of a remote. */
export interface RemoteRoute {
  /** Full path in the suite's route table, below one of the remote's prefixes. */
  readonly path: string
  /** The route's name; the shell highlights the menu entry of the same name. */
  readonly name: string
  /** The screen; a `lazy` one is fetched when the user enters it. */
  readonly component: ComponentType
}
