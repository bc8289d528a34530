import { codes, languageOf, userResetPassword } from '@atrium/contract'
import { endSessions } from '../../../platform/caller/sessions.ts'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import { handleOwn } from '../../../platform/http/route.ts'
import type { Services } from '../../../platform/http/work.ts'
import { rejectUnlessReaches } from '../../access/index.ts'
import { forgetDevices } from '../attempts/index.ts'
import { isExternal, userNameKey } from '../identifiers/index.ts'
import { consumeLimit, dayLimit, spendCausedOrReject } from '../limits/index.ts'
import { hashPassword, type RunQueued, randomPassword, withHashQueue } from '../passwords/index.ts'
import { type UserRow, userForUpdate } from './user-row.ts'

/** Lifetime of a password that was sent, in seconds: a long weekend. */
const lifeSeconds = 259_200

/** A password generated for a user, and its columns in the database. */
export interface SentPassword {
  /** Parameters of the message to the user. */
  readonly params: { readonly password: string; readonly lifeSeconds: number }
  readonly columns: {
    readonly passwordHash: string
    readonly passwordChangedAt: Date
    readonly passwordMustChange: true
    readonly passwordValidUntil: Date
  }
}

/**
 * Generates a random password to send to a user. It opens no session: until it expires, sign-in accepts it only for
 * choosing a new password. Call it outside any transaction.
 */
export async function newSentPassword(runQueued?: RunQueued): Promise<SentPassword> {
  const password = randomPassword()
  const passwordChangedAt = new Date()
  return {
    params: { password, lifeSeconds },
    columns: {
      passwordHash: await hashPassword(password, runQueued),
      passwordChangedAt,
      passwordMustChange: true,
      passwordValidUntil: new Date(passwordChangedAt.getTime() + lifeSeconds * 1000),
    },
  }
}

/**
 * Uses the limits of a reset: one a minute, so that a second click sends no second password, and the daily limits of
 * the address.
 */
const spendLimits = async (trx: Trx, id: string, emailKey: string, timeZone: string): Promise<void> => {
  const pause = { bucket: `reset:${id}`, max: 1, window: { seconds: 60 } }
  if (!(await consumeLimit(trx, pause))) reject(codes.limitReached, 'user.refusal.resetTooSoon')
  if (!(await consumeLimit(trx, dayLimit('password', emailKey, timeZone))))
    reject(codes.limitReached, 'refusal.sendDayLimit')
  await spendCausedOrReject(trx, timeZone, [emailKey])
}

/**
 * Returns the address to send a password to.
 * @throws Rejection if an external identity source owns the password, or there is no address
 */
const addressOf = ({ profile }: Services, { org, email, emailKey }: UserRow) => {
  if (isExternal(profile, org)) reject(codes.forbidden, 'refusal.externalUser')
  return emailKey === null ? reject(codes.conflict, 'refusal.noEmail') : { email, emailKey }
}

/** GET /sys/user/reset/password. Clears the user's failed attempts and forgets their known devices. */
export const userResetPasswordRoute = handleOwn(
  userResetPassword,
  async ({ input, caller, client, services, system }) => {
    const { params, columns } = await withHashQueue(client, newSentPassword)
    return system(async (trx, audit) => {
      await rejectUnlessReaches(trx, caller, input.id)
      const user = await userForUpdate(trx, input.id)
      const { email, emailKey } = addressOf(services, user)
      await spendLimits(trx, user.id, emailKey, services.profile.timeZone)
      const before = await trx
        .selectFrom('appUser')
        .select(['passwordChangedAt', 'passwordMustChange', 'passwordValidUntil'])
        .where('id', '=', user.id)
        .executeTakeFirst()
      await trx.updateTable('appUser').set(columns).where('id', '=', user.id).execute()
      await trx.deleteFrom('loginFailure').where('nameKey', '=', userNameKey(user.userName)).execute()
      await endSessions(trx, user.id, 'password')
      await forgetDevices(trx, user.id)
      await services.outbox.queueMessage(trx, {
        kind: 'email',
        to: email,
        language: languageOf(user.language),
        template: 'newPassword',
        params: { ...params, userName: user.userName },
      })
      audit({ entity: 'app_user', entityId: user.id, before, after: columns })
      return null
    })
  },
)
