import type { Trx } from '../../../database/transaction.ts'
import type { DeviceUser } from '../device.ts'
import type { PasswordState } from '../passwords/index.ts'

/** A user whom somebody tries to be. */
export interface TriedUser extends PasswordState, DeviceUser {
  readonly userName: string
  readonly passwordHash: string | null
  readonly status: string
  readonly org: string
  /** When a password that was sent to its user ends. */
  readonly passwordValidUntil: Date | null
}

/** Users as an attempt needs them, with the safe strategy's rule of passwords. */
export const triedUsers = (trx: Trx) =>
  trx
    .selectFrom('appUser')
    .innerJoin('safeStrategy', (join) => join.on('safeStrategy.id', '=', 1))
    .select([
      'appUser.id',
      'userName',
      'passwordHash',
      'status',
      'org',
      'passwordChangedAt',
      'passwordMustChange',
      'passwordValidUntil',
      'devicesSince',
    ])
    .select(['expiredDay', 'remindDay'])
