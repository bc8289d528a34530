import type { SignInResponse } from '@atrium/contract'
import type { ReactNode } from 'react'

/** What every form of signing in takes. The session is the caller's to start. */
export interface SignInFormProps {
  /** Prefix of the inputs' ids, unique in the page. */
  readonly id: string
  /** The user, if it is known: a user name or a phone, which cannot be changed then. */
  readonly account?: string
  /** Content between the fields and the button. */
  readonly children?: ReactNode
  readonly onSignedIn: (response: SignInResponse) => void
  /** The password must be changed first. `userName` is '' if the user signs in by phone. */
  readonly onMustChange: (userName: string) => void
}
