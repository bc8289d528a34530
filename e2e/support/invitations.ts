import { findRegistration, register, sendRegistrationCode, signIn } from '@atrium/contract'
import { apiOf } from './api.ts'
import { inDatabase } from './database.ts'
import { codeIn, messagesTo, nextMessageTo } from './inbox.ts'
import { inviteInDatabase } from './invite.ts'
import { encryptPassword } from './passwords.ts'
import { phoneOf } from './phones.ts'
import { unique } from './unique.ts'

interface Options {
  readonly language?: 'zh' | 'en'
}

/** Returns the key in the link of an invitation e-mail. */
export const registrationKeyIn = (text: string): string => /\/#\/register\?key=([\w-]+)/.exec(text)?.[1] ?? ''

/**
 * Invites an address.
 * @returns the key in the link of the e-mail
 */
export const inviteByEmail = async (email: string, { language = 'zh' }: Options = {}): Promise<string> => {
  const known = (await messagesTo(email)).length
  await inviteInDatabase(email, language)
  const { text } = await nextMessageTo(email, known)
  return registrationKeyIn(text)
}

/** Password of the accounts that `newAccount` creates. */
const password = 'Fresh2026old'

/** Accepts an invitation as a new user. The phone number receives one SMS, with the code that verifies it. */
export const registerBy = async (key: string, { userName, phone }: { userName: string; phone: string }) => {
  const anybody = apiOf('')
  const { positionList } = await anybody(findRegistration, { key })
  const position = positionList[0]?.id ?? ''
  await anybody(sendRegistrationCode, { key, phone })
  await anybody(register, {
    key,
    name: '王晓',
    username: userName,
    phone,
    phoneCode: codeIn(await nextMessageTo(phone)),
    positionId: position,
    password: await encryptPassword({ password, purpose: 'registration', name: userName }),
  })
  return { userName, password }
}

/** Creates an account by accepting an invitation, and signs in. */
export const newAccount = async (name: string) => {
  const userName = unique(name)
  const [email, phone] = [`${userName}@hospital.example`, phoneOf(userName)]
  const account = await registerBy(await inviteByEmail(email), { userName, phone })
  const right = await encryptPassword({ password, purpose: 'sign-in', name: userName })
  const { token } = await apiOf('')(signIn, { userName, password: right })
  return { ...account, email, phone, api: apiOf(token) }
}

const day = 24 * 3600 * 1000

/** Makes a password this many days older. */
export const agePassword = (userName: string, days: number): Promise<void> =>
  inDatabase((trx) =>
    trx
      .updateTable('appUser')
      .set({ passwordChangedAt: new Date(Date.now() - days * day) })
      .where('userName', '=', userName)
      .execute(),
  )
