import type { ForgetfulUser } from './find-user.ts'

/** Where somebody is reached: by SMS or, without a phone, by the e-mail address that they have verified. */
export const recipientOf = ({ phone, phoneKey, email, emailKey, emailValid }: ForgetfulUser) => {
  if (phoneKey !== null) return { kind: 'sms', to: phone, key: phoneKey } as const
  if (emailKey !== null && emailValid === 0) return { kind: 'email', to: email, key: emailKey } as const
  return undefined
}
