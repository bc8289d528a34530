import {
  categories,
  changeContact,
  confirmContact,
  forgotReset,
  forgotSendCode,
  register,
  sendEmailVerification,
  sendSignInCode,
  signInByPhone,
  ssoSignIn,
  updateSelf,
  verifyEmail,
  withdrawContact,
} from '@atrium/contract'
import { testServices } from '../../../test-support/services.ts'
import {
  addUser,
  encrypt,
  newAddress,
  password,
  secretSentTo,
  send,
  signInAs,
  startSso,
} from '../../modules/identity/sign-in/test-kit/index.ts'
import { globalEntryId } from '../../modules/reference-data/dictionaries/index.ts'
import { invite } from '../../modules/tenants/invitations/index.ts'
import { asPlatform, inTransaction } from '../../platform/database/index.ts'
import type { Suite } from '../test-kit/index.ts'
import { type Mutation, uniqueText } from './prepared.ts'

const newPhone = () => `138${uniqueText('').padStart(8, '0')}`
const newEmail = () => uniqueText('somebody').concat('@hospital.example')

/** Adds a user with a unique phone number and e-mail address. */
const reachable = async ({ database }: Suite, emailValid: 0 | 1) => {
  const [phone, email] = [newPhone(), newEmail()]
  const keys = { phoneKey: phone, phoneValid: 0, emailKey: email }
  return { ...(await addUser(database, { phone, email, ...keys, emailValid })), phone, email }
}

const byPhone: Mutation['prepare'] = async (suite) => {
  const { phone } = await reachable(suite, 0)
  await send(suite.server, sendSignInCode, { phone })
  return { input: { phone, phoneCaptcha: await secretSentTo(suite.database, phone) } }
}

const reset: Mutation['prepare'] = async (suite) => {
  const { userName, phone } = await reachable(suite, 0)
  await send(suite.server, forgotSendCode, { userName }, { address: newAddress() })
  const authCode = await secretSentTo(suite.database, phone)
  const chosen = { password: 'Other0Password', purpose: 'reset', name: userName } as const
  const [password, rePassword] = [await encrypt(suite.server, chosen), await encrypt(suite.server, chosen)]
  return { input: { userName, phone, authCode, password, rePassword } }
}

const verification: Mutation['prepare'] = async (suite) => {
  const { userName, email } = await reachable(suite, 1)
  await send(suite.server, sendEmailVerification, {}, { token: await signInAs(suite.server, userName) })
  return { input: { key: await secretSentTo(suite.database, email) } }
}

const registration: Mutation['prepare'] = async (suite) => {
  const { database, here } = suite
  const email = newEmail()
  const invitation = { tenantId: here.tenantId, email, language: 'zh', invitedBy: here.userId } as const
  await inTransaction(database.db, asPlatform, (trx) => invite(trx, testServices(database), invitation))
  const [key, username, phone] = [await secretSentTo(database, email), uniqueText('newcomer'), newPhone()]
  const positionId = globalEntryId(categories.position, 'PM')
  const chosen = { password: 'Other0Password', purpose: 'registration', name: username } as const
  const password = await encrypt(suite.server, chosen)
  return { input: { key, positionId, name: '新用户', username, phone, password } }
}

const sso: Mutation['prepare'] = async (suite) => {
  const { email } = await reachable(suite, 0)
  const { url, cookie } = await startSso(suite.server)
  const input = await suite.issuer.signIn(url, { sub: uniqueText('subject'), email, email_verified: true })
  return { input, cookie }
}

const signedIn = async (suite: Suite, emailValid: 0 | 1) => {
  const { userName } = await reachable(suite, emailValid)
  return signInAs(suite.server, userName)
}

const contactChange = async (suite: Suite, contact: string) => {
  const { userName: name } = await reachable(suite, 0)
  const sealed = await encrypt(suite.server, { password, purpose: 'contact-change', name })
  const input = { kind: 'phone' as const, contact, password: sealed }
  return { token: await signInAs(suite.server, name), input }
}

/** Starts a change of phone number that still needs its code. */
const pendingContact = async (suite: Suite) => {
  const contact = newPhone()
  const { token, input } = await contactChange(suite, contact)
  await send(suite.server, changeContact, input, { token })
  return { token, input: { kind: 'phone', code: await secretSentTo(suite.database, contact) } }
}

/** Mutations with which users register, sign in and maintain their own account. */
export const accountMutations: readonly Mutation[] = [
  { call: signInByPhone, prepare: byPhone },
  { call: ssoSignIn, prepare: sso, spent: true },
  { call: forgotReset, prepare: reset, spent: true },
  { call: sendEmailVerification, prepare: async (suite) => ({ input: {}, token: await signedIn(suite, 1) }) },
  { call: verifyEmail, prepare: verification },
  { call: register, prepare: registration, spent: true },
  {
    call: updateSelf,
    prepare: async (suite) => ({
      input: { fullName: '新姓名', language: 'en', sex: '1', birthday: '1990-02-28' },
      token: await signedIn(suite, 0),
    }),
  },
  { call: changeContact, prepare: (suite) => contactChange(suite, newPhone()), spent: true },
  { call: confirmContact, prepare: (suite) => pendingContact(suite) },
  {
    call: withdrawContact,
    prepare: async (suite) => {
      const { token } = await pendingContact(suite)
      return { token, input: { kind: 'phone' } }
    },
  },
]
