import { codes } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import type { Services } from '../../../http/work.ts'
import type { Message } from '../../../messages/index.ts'
import { dayLimit, spendLimit } from '../limits/index.ts'
import { type Proof, policy } from './code.ts'
import { issueCode } from './issue-code.ts'

export interface SendCode {
  readonly proof: Proof
  /**
   * Whose day the code counts in, among those of its purpose: key of a phone or address or, where a code is asked for
   * by name, of the name.
   */
  readonly recipient: string
  /** The message with the code; undefined where nobody is to get one, which nothing else shows. */
  readonly message: ((params: { code: string; lifeSeconds: number }) => Message) | undefined
}

/**
 * Makes a code and has it sent.
 * @throws Refusal 20004 within a minute of the last one, of which a second click is one, and past the day's limit
 */
export const sendCode = async (trx: Trx, services: Services, wanted: SendCode): Promise<void> => {
  const { proof, recipient, message } = wanted
  const issued = await issueCode(trx, services.secrets, proof)
  if (typeof issued === 'number') refuse(codes.limitReached, 'refusal.resendTooSoon', { seconds: issued })
  if (!(await spendLimit(trx, dayLimit(proof.purpose, recipient, services.profile.timeZone))))
    refuse(codes.limitReached, 'refusal.dayLimit')
  if (message)
    await services.outbox.queueMessage(trx, message({ code: issued, lifeSeconds: policy.lifeSeconds }))
}
