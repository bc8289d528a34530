import type { Language } from '@atrium/contract'
import type { Theme } from './theme.ts'

/** The key of a session (its token), from a sign-in's response. */
interface GivenSession {
  readonly token: string
}

/** Failure of a remote in another site's page. */
export interface MountError extends Error {
  /**
   * The failed step: `address` (the server cannot be reached, or does not let this page embed it), `script` (the parts
   * of embed.js), `session` (the page gives none), then those of each remote: `registry`, `manifest`, `compatibility`,
   * `entry`, `init`, `module`, `render`.
   */
  readonly stage: string
  /** The remote's name. */
  readonly remote: string
  /** HTTP status of the failed response, if there was one. */
  readonly status?: number | undefined
}

/** How a remote appears in somebody else's page. */
export interface MountOptions {
  /** URL of the suite's API, e.g. `https://atrium.example/api`; by default on embed.js's own server. */
  readonly apiBase?: string | undefined
  /** The screen to show, as a path of the suite's route table; the first one that the user has without it. */
  readonly path?: string | undefined
  /** The session, or what fetches one. Without it the user signs in within the element. One session a page. */
  readonly session?: GivenSession | (() => Promise<GivenSession>) | undefined
  /** The browser's last one, else the user's, without it. One language a page. */
  readonly language?: Language | undefined
  /** As the system is (`auto`) without it. One theme a page. */
  readonly theme?: Theme | undefined
  /** Path of the page below which its address follows the screens; by default its address does not change. */
  readonly basename?: string | undefined
  /**
   * Notified of each screen that is shown.
   * @param path of the route table, with its query
   * @param isHere whether the remote shows it; a screen of another remote is for the page to show
   */
  readonly onNavigate?: ((path: string, isHere: boolean) => void) | undefined
  /** Called when the page's session has ended; calls wait until the page gives another one. */
  readonly onSessionInvalid?: (() => void) | undefined
  /** Receives each failure; the user has seen it by then. */
  readonly onError?: ((error: MountError) => void) | undefined
}

/** A remote in somebody else's page. */
export interface Mounted {
  /**
   * Resolves when the first screen is shown. Rejects with a MountError if it cannot be shown, and with an AbortError if
   * it was removed before.
   */
  readonly ready: Promise<void>
  /** Changes what is named; the rest stays, and so does what the user has typed. */
  update(change: Pick<MountOptions, 'path' | 'session' | 'language' | 'theme'>): void
  /** Signs out who signed in within the element. */
  signOut(): Promise<void>
  /** Removes it, and all that it brought into the element. */
  unmount(): void
}

/** The API of embed.js for a page, as `window.Atrium`. */
export interface Embedding {
  mount(name: string, element: Element, options?: MountOptions): Mounted
}

/**
 * Makes what a remote exposes as `./mount`: it is shown in an element of any page with embed.js.
 * @param name the remote's name in the registry
 * @throws on a page without embed.js, which provides what remotes share
 */
export const mountOf =
  (name: string) =>
  (element: Element, options?: MountOptions): Mounted => {
    const { Atrium } = globalThis as { Atrium?: Embedding }
    if (!Atrium) throw new Error('A page that mounts a remote needs embed.js')
    return Atrium.mount(name, element, options)
  }
