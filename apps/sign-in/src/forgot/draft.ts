import { typed } from '@atrium/ui-kit/sign-in'

/** What the user has filled in so far, and the masked phone that the server answered. */
export interface Draft {
  readonly userName: string
  readonly phone: string
  readonly authCode: string
  readonly password: string
  readonly rePassword: string
}

/** What the history keeps of it, so that a reload loses nothing; a password is kept nowhere. */
export const kept = ({ userName, phone, authCode }: Draft) => ({ userName, phone, authCode })

/** The draft that goes with an entry of the history. */
export const draftOf = (state: unknown): Draft => {
  const { userName, phone, authCode } = Object(state)
  return {
    userName: typed(userName),
    phone: typed(phone),
    authCode: typed(authCode),
    password: '',
    rePassword: '',
  }
}
