import type { Profile } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import type { Services } from '../../../http/work.ts'
import type { DeviceUser } from '../../attempts/index.ts'
import { isExternal, maskedPhone, phoneMaskOf } from '../../identifiers/index.ts'

/** Somebody who may set a forgotten password anew. */
export interface ForgetfulUser extends DeviceUser {
  readonly userName: string
  readonly phone: string
  readonly phoneKey: string | null
  readonly email: string
  readonly emailKey: string | null
  readonly emailValid: number
  readonly language: string
  readonly passwordChangedAt: Date | null
}

/**
 * The user of a name whose password is ours to set; undefined for nobody, a locked one and another source's.
 * @param hold whether to hold them until the transaction ends
 */
export const forgetfulUser = async (
  trx: Trx,
  profile: Profile,
  nameKey: string,
  hold = false,
): Promise<ForgetfulUser | undefined> => {
  const user = await trx
    .selectFrom('appUser')
    .select(['id', 'userName', 'phone', 'phoneKey', 'email', 'emailKey', 'emailValid', 'language', 'org'])
    .select(['passwordChangedAt', 'devicesSince'])
    .where('userNameKey', '=', nameKey)
    .where('status', '=', '0')
    .$if(hold, (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return user && !isExternal(profile, user.org) ? user : undefined
}

/** The masked phone that goes with a name. Names without one have a mask all the same. */
export const maskOf = (services: Services, nameKey: string, user: ForgetfulUser | undefined): string =>
  user?.phoneKey ? maskedPhone(user.phone) : phoneMaskOf(services.secrets, nameKey)
