import { forgotSendCode } from '@atrium/contract'
import { evenly } from '../../../http/constant-time.ts'
import { handleOwn } from '../../../http/route.ts'
import type { OwnWork } from '../../../http/work.ts'
import { sendCode } from '../../codes/index.ts'
import { userNameKey } from '../../identifiers/index.ts'
import { spendAddress } from '../../limits/index.ts'
import { checkCaptcha } from './check-captcha.ts'
import { forgetfulUser } from './find-user.ts'
import { proofOf } from './proof.ts'
import { recipientOf } from './recipient.ts'

const send = async (work: OwnWork<typeof forgotSendCode>): Promise<null> => {
  const { input, client, language, services, system } = work
  const nameKey = userNameKey(input.userName)
  await spendAddress(system, 'send', client)
  await checkCaptcha(work, { purpose: 'reset', key: nameKey })
  await system(async (trx) => {
    const user = await forgetfulUser(trx, services.profile, nameKey)
    const recipient = user && recipientOf(user)
    await sendCode(trx, services, {
      proof: proofOf(nameKey, user),
      // By the name, as for one that nobody has: the limit of a phone would tell whose it is.
      recipient: nameKey,
      message:
        recipient &&
        ((params) => ({
          ...{ kind: recipient.kind, to: recipient.to, language },
          ...{ template: 'passwordResetCode', params },
        })),
    })
  })
  return null
}

/** POST /account/forget/send/code. */
export const forgotSendCodeRoute = handleOwn(forgotSendCode, (work) => evenly(send(work)))
