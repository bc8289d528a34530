import type { ComponentType } from 'react'

/** A screen of a remote. */
export interface RemoteRoute {
  /** Full path of the screen in the suite, under one of the remote's prefixes. */
  readonly path: string
  /** Name of the route. The shell highlights the menu entry with the same name. */
  readonly name: string
  /** The screen's component. A `lazy` component is fetched when the user enters the screen. */
  readonly component: ComponentType
}
