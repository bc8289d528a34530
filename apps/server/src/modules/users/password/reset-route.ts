import { codes, languageOf, userResetPassword } from '@atrium/contract'
import { endSessions } from '../../../caller/sessions.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { handleOwn } from '../../../http/route.ts'
import type { Services } from '../../../http/work.ts'
import { refuseUnlessReaches } from '../../access/index.ts'
import { forgetDevices } from '../../attempts/index.ts'
import { isExternal, userNameKey } from '../../identifiers/index.ts'
import { dayLimit, spendLimit } from '../../limits/index.ts'
import { withTurns } from '../../passwords/index.ts'
import { holdUserRow, type UserRow } from '../row.ts'
import { newSentPassword } from './sent-password.ts'

/** One a minute, so that a second click sends no second password; and the day's limit of the address. */
const spendLimits = async (trx: Trx, id: string, emailKey: string, timeZone: string): Promise<void> => {
  const pause = { bucket: `reset:${id}`, most: 1, window: { seconds: 60 } }
  if (!(await spendLimit(trx, pause))) refuse(codes.limitReached, 'refusal.resetTooSoon')
  if (!(await spendLimit(trx, dayLimit('password', emailKey, timeZone))))
    refuse(codes.limitReached, 'refusal.sendDayLimit')
}

/** The address to send a password to. @throws Refusal where the password is not ours, or there is no address */
const addressOf = ({ profile }: Services, { org, email, emailKey }: UserRow) => {
  if (isExternal(profile, org)) refuse(codes.forbidden, 'refusal.externalUser')
  return emailKey === null ? refuse(codes.conflict, 'refusal.noEmail') : { email, emailKey }
}

/** GET /sys/user/reset/password. Failed tries of before no longer keep the user out; no device knows them any more. */
export const userResetPasswordRoute = handleOwn(
  userResetPassword,
  async ({ input, caller, client, services, system }) => {
    const { params, columns } = await withTurns(client, newSentPassword)
    return system(async (trx, audit) => {
      await refuseUnlessReaches(trx, caller, input.id)
      const user = await holdUserRow(trx, input.id)
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
        ...{ kind: 'email', to: email, language: languageOf(user.language), template: 'newPassword' },
        params: { ...params, userName: user.userName },
      })
      audit({ entity: 'app_user', entityId: user.id, before, after: columns })
      return null
    })
  },
)
