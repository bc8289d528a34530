import * as z from 'zod/mini'
import { aboutOneself, anybody, call, signedIn } from '../core/call.ts'
import { language, noData, noFields, optionalId, requiredText } from '../core/fields.ts'
import { captchaFields } from './captcha.ts'
import { EncryptedPassword } from './passwords.ts'
import { SignInResponse } from './sign-in-answer.ts'
import { User, UserInfo } from './user.ts'

const SignIn = z.object({
  userName: requiredText(64),
  password: EncryptedPassword,
  ...captchaFields,
})

export const signIn = call({
  method: 'POST',
  path: '/sys/login',
  summary: 'Sign in with user name and password',
  access: anybody,
  effect: 'write',
  request: SignIn,
  response: SignInResponse,
})

export const captcha = call({
  method: 'GET',
  path: '/sys/captcha',
  summary: 'Captcha image, valid for one use within two minutes',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: z.object({
    /** Data URL of the image. */
    image: z.string(),
    key: z.string(),
  }),
})

export const loginKey = call({
  method: 'GET',
  path: '/sys/login/key',
  summary: 'Public key for encrypting passwords, and the server time for their timestamps',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: z.object({
    keyId: z.string(),
    /** SubjectPublicKeyInfo, DER in base64. */
    publicKey: z.string(),
    /** Server time in milliseconds since 1970. Browsers date passwords with it, because their own clocks may be wrong. */
    time: z.number(),
  }),
  addition: 'Browsers encrypt passwords with the server’s public key, so they must be able to fetch it.',
})

export const signOut = call({
  method: 'POST',
  path: '/sys/logout',
  summary: 'End the session',
  access: signedIn,
  effect: 'write',
  request: noFields,
  response: noData,
})

export const changePassword = call({
  method: 'POST',
  path: '/sys/user/password',
  summary:
    'Change one’s own password with the old one or, as a user administrator, another user’s; ends all sessions of that user',
  access: aboutOneself('id', 'user'),
  effect: 'write',
  /**
   * `id`: '' for the caller. `password` is always the caller's own, encrypted with the caller's user name; the new
   * password is encrypted with its owner's user name. If it is another user's, that user must change it at the next
   * sign-in.
   */
  request: z.object({ id: optionalId, password: EncryptedPassword, newPassword: EncryptedPassword }),
  response: noData,
})

export const changePasswordByName = call({
  method: 'POST',
  path: '/sys/user/username/password',
  summary: 'Change a password that must be changed before signing in',
  access: anybody,
  effect: 'write',
  request: z.object({
    username: requiredText(64),
    password: EncryptedPassword,
    newPassword: EncryptedPassword,
    ...captchaFields,
  }),
  response: noData,
})

export const userInfo = call({
  method: 'GET',
  path: '/sys/user/info',
  summary: 'Signed-in user with their menus',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: UserInfo,
})

export const userCenterInfo = call({
  method: 'POST',
  path: '/sys/user/getUserCenterInfo',
  summary: 'Profile of the signed-in user',
  access: signedIn,
  effect: 'read',
  request: noFields,
  response: User,
})

export const languageTypes = call({
  method: 'GET',
  path: '/base/language/type',
  summary: 'Languages to choose from',
  access: anybody,
  effect: 'read',
  request: noFields,
  response: z.array(z.object({ language, icon: z.string() })),
})
