import type { Language } from '@atrium/contract'
import type { Theme } from './theme.ts'

/** Token of a session, from a sign-in response. */
interface GivenSession {
  readonly token: string
}

/** Failure of a remote in another site's page. */
export interface MountError extends Error {
  /**
   * The failed step: `address` (the server is unreachable or does not allow this page to embed it), `script` (the
   * parts of embed.js), `session` (the page provides none), then the steps of each remote: `registry`, `manifest`,
   * `compatibility`, `entry`, `init`, `module`, `render`.
   */
  readonly stage: string
  /** The remote's name. */
  readonly remote: string
  /** HTTP status of the failed response, if there was one. */
  readonly status?: number | undefined
}

/** How a remote appears in another site's page. */
export interface MountOptions {
  /** URL of the suite's API, such as `https://atrium.example/api`; by default on the server of embed.js. */
  readonly apiBase?: string | undefined
  /** Screen to show, as a path of the suite's route table; by default the user's first one. */
  readonly path?: string | undefined
  /**
   * The session, or a function that fetches one. By default the user signs in within the element. There is one
   * session per page.
   */
  readonly session?: GivenSession | (() => Promise<GivenSession>) | undefined
  /** By default the browser's last language, or else the user's. There is one language per page. */
  readonly language?: Language | undefined
  /** `auto` by default, which follows the system. There is one theme per page. */
  readonly theme?: Theme | undefined
  /** Path of the page below which its address follows the screens. By default the address does not change. */
  readonly basename?: string | undefined
  /**
   * Called for each screen that is shown.
   * @param path path in the route table, with its query
   * @param isHere whether the remote shows the screen; otherwise another remote has it and the page must show it
   */
  readonly onNavigate?: ((path: string, isHere: boolean) => void) | undefined
  /** Called when the page's session has ended. Calls wait until the page provides another one. */
  readonly onSessionInvalid?: (() => void) | undefined
  /** Receives each failure after it was shown to the user. */
  readonly onError?: ((error: MountError) => void) | undefined
}

/** A remote in another site's page. */
export interface Mounted {
  /**
   * Resolves when the first screen is shown. Rejects with a MountError if it cannot be shown, and with an AbortError
   * if the remote is unmounted first.
   */
  readonly ready: Promise<void>
  /** Changes the given options. The others stay, as does the user's input. */
  update(change: Pick<MountOptions, 'path' | 'session' | 'language' | 'theme'>): void
  /** Signs out a user who signed in within the element. */
  signOut(): Promise<void>
  /** Removes the remote and everything that it added to the element. */
  unmount(): void
}

/** API of embed.js for a page, as `window.Atrium`. */
export interface Embedding {
  mount(name: string, element: Element, options?: MountOptions): Mounted
}

/**
 * Returns the function that a remote exposes as `./mount`, which shows the remote in an element of any page with
 * embed.js.
 * @param name the remote's name in the registry
 * @throws on a page without embed.js, which provides the modules that remotes share
 */
export const mountOf =
  (name: string) =>
  (element: Element, options?: MountOptions): Mounted => {
    const { Atrium } = globalThis as { Atrium?: Embedding }
    if (!Atrium) throw new Error('Load embed.js on this page before mounting a remote')
    return Atrium.mount(name, element, options)
  }
