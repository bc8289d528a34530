import { codes, type sendRegistrationCode } from '@atrium/contract'
import type { Trx } from '../../../platform/database/transaction.ts'
import { reject } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { type Proof, sendCode } from '../../identity/codes/index.ts'
import { phoneKey } from '../../identity/identifiers/index.ts'
import { consumeLimit, contactLimit } from '../../identity/limits/index.ts'

/** Returns the proof that a registration code provides: the phone number, for this invitation only. */
export const phoneProofOf = (invitationId: string, phone: string): Proof => {
  const key = phoneKey(phone)
  return { purpose: 'registration', subject: `${invitationId} ${key}`, sentTo: key }
}

/** Sends a registration code even if another account has the number, because only the number's owner may find that out. */
export const sendPhoneCode = async (
  trx: Trx,
  { input, language, services }: OwnWork<typeof sendRegistrationCode>,
  invitationId: string,
): Promise<void> => {
  const to = phoneKey(input.phone)
  if (!(await consumeLimit(trx, contactLimit(invitationId, services.profile.timeZone))))
    reject(codes.limitReached, 'contact.refusal.dayLimit')
  await sendCode(trx, services, {
    proof: phoneProofOf(invitationId, input.phone),
    recipient: to,
    message: (params) => ({ kind: 'sms', to, language, template: 'newContactCode', params }),
  })
}
