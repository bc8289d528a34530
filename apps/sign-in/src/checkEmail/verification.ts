import { verifyEmail } from '@atrium/contract'
import { Refusal, send } from '@atrium/shared-api'

/** How a verification stands: on its way, done, refused with the server's words, or never answered. */
export type Verification =
  | { readonly state: 'checking' | 'verified' | 'unreachable' }
  | { readonly state: 'refused'; readonly message: string }

/** Sends a key. A key serves once, so that this must not be called again after it was accepted. */
export const verify = (key: string): Promise<Verification> =>
  send(verifyEmail, { key }, { overlay: false, quiet: true }).then(
    () => ({ state: 'verified' }) as const,
    (error: unknown) =>
      error instanceof Refusal
        ? ({ state: 'refused', message: error.message } as const)
        : ({ state: 'unreachable' } as const),
  )
