import { codes } from '@atrium/contract'
import type { Client } from '../../../caller/client.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import type { Services } from '../../../http/work.ts'
import { askCaptcha, captchaAnswer } from '../../captcha/index.ts'
import {
  dayLimit,
  forgottenLimit,
  freePerDay,
  type SendPurpose,
  spendLimit,
  usedOf,
} from '../../limits/index.ts'

/** A call of somebody who has forgotten something. */
interface Asked {
  readonly input: { readonly captcha: string; readonly checkKey: string }
  readonly client: Client
  readonly services: Services
  readonly system: <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>
}

/** To whom what is asked for is to be sent. */
interface Recipient {
  readonly purpose: SendPurpose
  readonly key: string
}

/**
 * Asks for a captcha after the third call from an address, and where a recipient has been sent much today, whoever
 * asked for it. The answer is one for everybody, whether there is such a recipient or not.
 * @throws Refusal 701 where a captcha is needed, 20001 where it is wrong
 */
export const checkCaptcha = async (
  { input, client, services, system }: Asked,
  recipient?: Recipient,
): Promise<void> => {
  const { secrets, profile } = services
  const outcome = await system(async (trx) => {
    const sent = recipient
      ? await usedOf(trx, dayLimit(recipient.purpose, recipient.key, profile.timeZone))
      : 0
    const isFree = sent < freePerDay && (await spendLimit(trx, forgottenLimit(client.address)))
    return isFree ? 'captcha right' : askCaptcha(trx, captchaAnswer(secrets, input))
  })
  if (outcome === 'captcha needed') refuse(codes.captchaNeeded, 'refusal.captchaOften')
  if (outcome === 'captcha wrong') refuse(codes.badCredentials, 'refusal.captchaWrong')
}
