import type { Profile } from '@atrium/contract'
import { linkTo } from './links.ts'
import type { Content } from './params.ts'

/** What a message is about, whatever its language. */
export interface Facts {
  /** Fills the texts in. */
  readonly values: Readonly<Record<string, string>>
  /** What the reader is to copy or remember, shown large. */
  readonly highlight?: string
  /** Where its button leads. */
  readonly link?: string
  /** What must be found neither in a log nor, after its time, in the outbox. */
  readonly secret?: string
  /** Seconds that the secret is good for. */
  readonly lifeSeconds?: number
}

/** When something was, in the deployment's time zone: yyyy-MM-dd HH:mm:ss. */
const timeIn = (timeZone: string, at: Date): string =>
  `${new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(at)} (${timeZone})`

/** Works out what a template says from what it was told. */
export function factsOf(content: Content, { publicUrl, timeZone }: Profile): Facts {
  const signIn = linkTo(publicUrl, 'signIn')
  switch (content.template) {
    case 'signInCode':
    case 'passwordResetCode':
    case 'newContactCode': {
      const { code, lifeSeconds } = content.params
      return { values: { code }, highlight: code, secret: code, lifeSeconds }
    }
    case 'emailChangeCode':
    case 'phoneChangeCode': {
      const { userName, code, lifeSeconds } = content.params
      return { values: { userName, code }, highlight: code, secret: code, lifeSeconds }
    }
    case 'passwordWasReset': {
      const { userName, at } = content.params
      return { values: { userName, time: timeIn(timeZone, at) }, link: signIn }
    }
    case 'emailWasChanged':
    case 'phoneWasChanged': {
      const { at, ...values } = content.params
      return { values: { ...values, time: timeIn(timeZone, at) }, link: signIn }
    }
    case 'userNameReminder': {
      const { userName } = content.params
      return { values: { userName }, highlight: userName, link: signIn }
    }
    case 'emailVerification': {
      const { userName, key, lifeSeconds } = content.params
      return { values: { userName }, link: linkTo(publicUrl, 'checkEmail', key), secret: key, lifeSeconds }
    }
    case 'invitation': {
      const { tenantName, key, lifeSeconds } = content.params
      return { values: { tenantName }, link: linkTo(publicUrl, 'register', key), secret: key, lifeSeconds }
    }
    case 'newAccount':
    case 'newPassword': {
      const { userName, password, lifeSeconds } = content.params
      return { values: { userName }, highlight: password, link: signIn, secret: password, lifeSeconds }
    }
  }
}
