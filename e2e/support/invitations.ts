import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { findRegistration, register, signIn } from '@atrium/contract'
import { apiOf } from './api.ts'
import { messagesTo, nextMessageTo } from './inbox.ts'
import { encryptPassword } from './passwords.ts'
import { phoneOf } from './phones.ts'
import { unique } from './unique.ts'

interface Options {
  readonly language?: 'zh' | 'en'
  /** How long it can be accepted; a week by default. Seconds. */
  readonly lifeSeconds?: number
}

/** Invites an address. @returns the key of the link that was sent to it */
export const inviteByEmail = async (
  email: string,
  { language = 'zh', lifeSeconds }: Options = {},
): Promise<string> => {
  const known = (await messagesTo(email)).length
  const life = lifeSeconds === undefined ? [] : [String(lifeSeconds)]
  await promisify(execFile)(process.execPath, [resolve('e2e/support/invite.ts'), email, language, ...life])
  const { text } = await nextMessageTo(email, known)
  return /\/#\/register\?key=([\w-]+)/.exec(text)?.[1] ?? ''
}

/** The password of the accounts that `newAccount` makes. */
const password = 'Fresh2026old'

/** An account of a test's own, made by accepting an invitation, with the API under a session of its. */
export const newAccount = async (name: string) => {
  const account = { userName: unique(name), email: `${unique(name)}@hospital.example`, phone: phoneOf(name) }
  const { userName, email, phone } = account
  const anybody = apiOf('')
  const key = await inviteByEmail(email)
  const { positionList } = await anybody(findRegistration, { key })
  const position = positionList[0]?.id ?? ''
  await anybody(register, {
    ...{ key, name: '王晓', username: userName, phone },
    ...{ positionId: position, password: await encryptPassword(password) },
  })
  const { token } = await anybody(signIn, { userName, password: await encryptPassword(password) })
  return { ...account, api: apiOf(token) }
}
