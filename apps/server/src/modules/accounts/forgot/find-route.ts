import { forgotFind } from '@atrium/contract'
import { evenly } from '../../../http/constant-time.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { userNameKey } from '../../identifiers/index.ts'
import { spendAddress } from '../../limits/index.ts'
import { checkCaptcha } from './check-captcha.ts'
import { forgetfulUser, maskOf } from './find-user.ts'

const find = async (work: OwnWork<typeof forgotFind>) => {
  const { input, client, services, system } = work
  const nameKey = userNameKey(input.userName)
  await spendAddress(system, 'find', client)
  await checkCaptcha(work)
  const user = await system((trx) => forgetfulUser(trx, services.profile, nameKey))
  return { phone: maskOf(services, nameKey, user) }
}

/** POST /account/forget/find. */
export const forgotFindRoute = handleOwn(forgotFind, (work) => evenly(find(work)))
