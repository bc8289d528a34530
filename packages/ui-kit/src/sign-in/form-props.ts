import type { SignInResponse } from '@atrium/contract'
import type { ReactNode } from 'react'

/** What every form of signing in takes. The session is the caller's to start. */
export interface SignInFormProps {
  /** Prefix of the inputs' ids, unique in the page. */
  readonly id: string
  /** Whose sign-in it is, where that is settled: a user name or a phone, which then cannot be changed. */
  readonly account?: string
  /** What stands between the fields and the button. */
  readonly children?: ReactNode
  readonly onSignedIn: (response: SignInResponse) => void
  /** The password must be changed first. `userName` is '' if the user signs in by phone. */
  readonly onMustChange: (userName: string) => void
}
