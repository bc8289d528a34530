import {
  codes,
  emailVerified,
  findEmailVerification,
  languageOf,
  sendEmailVerification,
  verifyEmail,
} from '@atrium/contract'
import { sql } from 'kysely'
import { newToken, tokenHash } from '../../../platform/caller/token.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import { rejectUnlessReaches } from '../../access/index.ts'
import { hasVerified, unverified, verified, verifyContact } from '../identifiers/index.ts'
import { consumeLimit, dayLimit, spendCausedOrReject } from '../limits/index.ts'

/** Lifetime of a verification link, in seconds. */
const lifeSeconds = 86_400

/**
 * Returns the user, whose address must be unverified.
 * @throws Rejection 404 if the user is unknown, 409 without an address or if it is verified already
 */
const unverifiedUser = async (trx: Trx, id: string) => {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'email', 'emailKey', 'emailValid', 'language'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!user) return reject(codes.notFound)
  const { userName, email, emailKey, language } = user
  if (emailKey === null) return reject(codes.conflict, 'refusal.noEmail')
  if (user.emailValid === verified) return reject(codes.conflict, 'identity.refusal.emailVerifiedAlready')
  return { id, userName, email, emailKey, language: languageOf(language) }
}

const spendLimits = async (trx: Trx, emailKey: string, timeZone: string): Promise<void> => {
  const pause = { bucket: `verify:${emailKey}`, max: 1, window: { seconds: 60 } }
  if (!(await consumeLimit(trx, pause))) reject(codes.limitReached, 'identity.refusal.mailTooSoon')
  if (!(await consumeLimit(trx, dayLimit('verify', emailKey, timeZone))))
    reject(codes.limitReached, 'refusal.sendDayLimit')
}

/** Stores a new key. Earlier keys stay valid until they expire, as long as the address is the same. */
const newKey = async (trx: Trx, userId: string, emailKey: string): Promise<string> => {
  const key = newToken()
  const expiresAt = sql<Date>`now() + make_interval(secs => ${lifeSeconds})`
  await trx
    .insertInto('emailVerification')
    .values({ keyHash: tokenHash(key), userId, emailKey, expiresAt })
    .execute()
  return key
}

/** GET /sys/user/email/valid/send. */
export const sendEmailVerificationRoute = handleOwn(
  sendEmailVerification,
  async ({ input, caller, services, system }) => {
    const id = input.id || caller.userId
    return system(async (trx, audit) => {
      await rejectUnlessReaches(trx, caller, id)
      const { userName, email: to, emailKey, language } = await unverifiedUser(trx, id)
      const { timeZone } = services.profile
      await spendLimits(trx, emailKey, timeZone)
      if (id !== caller.userId) await spendCausedOrReject(trx, timeZone, [emailKey])
      const params = { userName, key: await newKey(trx, id, emailKey), lifeSeconds }
      const message = { kind: 'email', to, language, template: 'emailVerification', params } as const
      await services.outbox.queueMessage(trx, message)
      audit({ entity: 'email_verification', entityId: id, after: { email: to } })
      return null
    })
  },
)

/**
 * Finds the verification of a key and locks it until the transaction ends.
 * @returns undefined if the address is verified already
 * @throws Rejection 20002 if the key is no longer valid
 */
const pendingVerification = async (trx: Trx, key: string) => {
  const found = await trx
    .selectFrom('emailVerification as sent')
    .innerJoin('appUser', 'appUser.id', 'sent.userId')
    .select(['sent.keyHash', 'sent.emailKey', 'sent.usedAt'])
    .select(['appUser.id', 'appUser.userName', 'appUser.email', 'appUser.emailValid'])
    .select(sql<boolean>`sent.expires_at <= clock_timestamp()`.as('expired'))
    .select(sql<boolean>`sent.email_key is distinct from app_user.email_key`.as('changed'))
    .where('sent.keyHash', '=', tokenHash(key))
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!found) return reject(codes.badCode, 'refusal.keyUnknown')
  if (found.changed) return reject(codes.badCode, 'account.refusal.keyOtherAddress')
  if (found.emailValid === verified) return undefined
  if (found.usedAt) return reject(codes.badCode, 'account.refusal.keyUsed')
  if (found.expired) return reject(codes.badCode, 'account.refusal.keyExpired')
  const others = trx
    .selectFrom('appUser')
    .select('id')
    .where(hasVerified('email', [found.emailKey]))
  if (await others.executeTakeFirst()) return reject(codes.badCode, 'contact.refusal.taken')
  return found
}

/**
 * Finds the verification of a key and rejects one that is verified already.
 * @throws Rejection 409 if the address is verified already, 20002 if the key is no longer valid
 */
const verificationToConfirm = async (trx: Trx, key: string) =>
  (await pendingVerification(trx, key)) ?? reject(codes.conflict, 'identity.refusal.emailVerifiedAlready')

/** GET /account/email/valid. */
export const emailVerifiedRoute = handleOwn(emailVerified, ({ input, system }) =>
  system(async (trx) =>
    (await pendingVerification(trx, input.key))
      ? reject(codes.badCode, 'account.refusal.notConfirmed')
      : null,
  ),
)

/** POST /account/email/valid/find. */
export const findEmailVerificationRoute = handleOwn(findEmailVerification, ({ input, system }) =>
  system(async (trx) => {
    const { userName, email } = await verificationToConfirm(trx, input.key)
    return { userName, email }
  }),
)

/** Handles POST /account/email/valid/confirm. The key is enough proof, so the user need not be signed in. */
export const verifyEmailRoute = handleOwn(verifyEmail, ({ input, system }) =>
  system(async (trx, audit) => {
    const { keyHash, id, userName, email } = await verificationToConfirm(trx, input.key)
    const now = sql<Date>`now()`
    await trx.updateTable('emailVerification').set({ usedAt: now }).where('keyHash', '=', keyHash).execute()
    await verifyContact(trx, id, 'email')
    const actor = { userId: id, userName }
    audit({
      entity: 'app_user',
      entityId: id,
      before: { emailValid: unverified },
      after: { email, emailValid: verified },
      actor,
    })
    return null
  }),
)
