import type { SignInResponse } from '@atrium/contract'
import type { ReactNode } from 'react'

/** Props of every sign-in form. The caller starts the session. */
export interface SignInFormProps {
  /** Prefix of the inputs' ids, unique on the page. */
  readonly id: string
  /** User name or phone of a known user, which then cannot be changed. */
  readonly account?: string
  /** Content between the fields and the button. */
  readonly children?: ReactNode
  readonly onSignedIn: (response: SignInResponse) => void
  /** Called if the password must be changed first. `userName` is '' if the user signs in by phone. */
  readonly onMustChange: (userName: string) => void
}
