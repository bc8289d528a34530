import { changeContact, codes, languageOf, sendContactCode, sendContactProof } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { reject, rejectField } from '../../../../platform/http/rejection.ts'
import { handleOwn } from '../../../../platform/http/route.ts'
import type { OwnWork } from '../../../../platform/http/work.ts'
import { sendCode } from '../../codes/index.ts'
import { consumeAddressLimit, consumeLimit, contactLimit } from '../../limits/index.ts'
import {
  codeOf,
  contactKey,
  contactOwnerForUpdate,
  type Pending,
  pendingOf,
  rejectExternalContacts,
  savePending,
  verifiedKey,
} from './pending.ts'
import { proofCodeOf, proveOwnership } from './proof.ts'

const proofTemplate = { email: 'emailChangeCode', phone: 'phoneChangeCode' } as const

/** POST /sys/user/contact/proof/send. The message names the account, so that the owner learns of a stolen session. */
export const sendContactProofRoute = handleOwn(sendContactProof, async (work) => {
  const { input, caller, services, system } = work
  await consumeAddressLimit(work, 'send')
  await system(async (trx) => {
    const owner = await contactOwnerForUpdate(trx, caller.userId)
    rejectExternalContacts(services, owner)
    const { proof, address } = proofCodeOf(owner, input.kind)
    const { userName } = owner
    const [template, language] = [proofTemplate[input.kind], languageOf(owner.language)]
    await sendCode(trx, services, {
      proof,
      recipient: address.key,
      message: (params) => ({
        kind: address.kind,
        to: address.to,
        language,
        template,
        params: { ...params, userName },
      }),
    })
  })
  return null
})

type Sending = Pick<OwnWork<typeof sendContactCode>, 'services' | 'language'>

/**
 * Sends the code that completes a change, even if another user already has the contact. Otherwise the caller could
 * find out whether it is in use.
 */
const sendCodeFor = async (trx: Trx, { services, language }: Sending, pending: Pending): Promise<void> => {
  const { userId, kind, contact, contactKey: recipient } = pending
  if (!(await consumeLimit(trx, contactLimit(userId, services.profile.timeZone))))
    reject(codes.limitReached, 'contact.refusal.dayLimit')
  await sendCode(trx, services, {
    proof: codeOf(pending),
    recipient,
    message: (params) => ({
      ...(kind === 'email' ? { kind, to: contact } : { kind: 'sms', to: recipient }),
      language,
      template: 'newContactCode',
      params,
    }),
  })
}

/**
 * Handles POST /sys/user/contact/change. Requires proof of identity besides the session. The contact itself does not
 * change yet.
 */
export const changeContactRoute = handleOwn(changeContact, async (work) => {
  const { input, caller, services, system } = work
  const { kind, contact } = input
  await consumeAddressLimit(work, 'try')
  const owner = await system((trx) => contactOwnerForUpdate(trx, caller.userId))
  rejectExternalContacts(services, owner)
  if (contactKey[kind](contact) === verifiedKey(owner, kind)) rejectField('contact', 'contact.rule.same')
  const consumeProof = await proveOwnership(work, owner)
  return system(async (trx, audit) => {
    const { id } = await contactOwnerForUpdate(trx, caller.userId)
    if (!(await consumeProof(trx))) reject(codes.conflict)
    await sendCodeFor(trx, work, await savePending(trx, id, { kind, contact }))
    audit({ entity: 'contact_change', entityId: id, after: { kind, contact } })
    return null
  })
})

/** POST /sys/user/contact/code/send. */
export const sendContactCodeRoute = handleOwn(sendContactCode, async (work) => {
  const { input, caller, system } = work
  await consumeAddressLimit(work, 'send')
  await system(async (trx) => {
    const { id } = await contactOwnerForUpdate(trx, caller.userId)
    const pending = await pendingOf(trx, id, input.kind)
    await sendCodeFor(trx, work, pending ?? reject(codes.conflict, 'contact.refusal.notPending'))
  })
  return null
})
