import { codes, confirmContact, contactKinds, contactState, withdrawContact } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { Rejection, reject } from '../../../../platform/http/rejection.ts'
import { handleOwn } from '../../../../platform/http/route.ts'
import type { OwnWork } from '../../../../platform/http/work.ts'
import { consumeCode, tryCode } from '../../codes/index.ts'
import { unverified, verified, verifyContact } from '../../identifiers/index.ts'
import { consumeAddressLimit } from '../../limits/index.ts'
import { notifyContactChange } from './notify.ts'
import {
  allPending,
  codeOf,
  contactOwnerForUpdate,
  forgetPending,
  type Pending,
  pendingOf,
  rejectExternalContacts,
} from './pending.ts'
import { maskedAddressOf } from './proof.ts'

/** GET /sys/user/contact. */
export const contactStateRoute = handleOwn(contactState, ({ caller, system }) =>
  system(async (trx) => {
    const owner = await contactOwnerForUpdate(trx, caller.userId)
    const pending = await allPending(trx, owner.id)
    const [email = '', phone = ''] = contactKinds.map((kind) => maskedAddressOf(owner, kind))
    return {
      hasPassword: owner.hasPassword,
      codeTo: { email, phone },
      pending: pending.map(({ kind, contact, expiresAt }) => ({
        kind,
        contact,
        expiresAt: expiresAt.toISOString(),
      })),
    }
  }),
)

/** Returns the columns that the change writes. `verifyContact` marks the contact as verified. */
const columnsOf = ({ kind, contact, contactKey }: Pending) =>
  kind === 'email'
    ? { email: contact, emailKey: contactKey, emailValid: unverified }
    : { phone: contact, phoneKey: contactKey, phoneValid: unverified }

type Confirming = OwnWork<typeof confirmContact>

/**
 * Consumes the code and ends the pending change.
 * @throws Rejection if the code or the change is no longer valid
 */
const completeChange = async (trx: Trx, { input, caller, services }: Confirming): Promise<Pending> => {
  const pending = await pendingOf(trx, caller.userId, input.kind)
  if (!pending || !(await consumeCode(trx, services.secrets, codeOf(pending), input.code)))
    return reject(codes.badCode)
  await forgetPending(trx, caller.userId, input.kind)
  return pending
}

/**
 * Replaces the old contact with the new, verified one and notifies the user at the old one. The user's other sessions
 * continue.
 */
const confirm = (work: Confirming) =>
  work.system(async (trx, audit) => {
    const { services, caller } = work
    const owner = await contactOwnerForUpdate(trx, caller.userId)
    rejectExternalContacts(services, owner)
    const pending = await completeChange(trx, work)
    const columns = columnsOf(pending)
    await trx.updateTable('appUser').set(columns).where('id', '=', owner.id).execute()
    await verifyContact(trx, owner.id, pending.kind)
    await notifyContactChange(trx, services, owner, columns, { byAdministrator: false })
    const { email, emailValid, phone, phoneValid, rowVersion } = owner
    const before = pending.kind === 'email' ? { email, emailValid } : { phone, phoneValid }
    audit({
      entity: 'app_user',
      entityId: owner.id,
      before: { ...before, rowVersion },
      after: { ...columns, [`${pending.kind}Valid`]: verified, rowVersion: rowVersion + 1 },
    })
    return null
  })

/** POST /sys/user/contact/confirm. */
export const confirmContactRoute = handleOwn(confirmContact, async (work) => {
  const { input, caller, services, system } = work
  await consumeAddressLimit(work, 'try')
  const pending = await system((trx) => pendingOf(trx, caller.userId, input.kind))
  if (!pending) return reject(codes.conflict, 'contact.refusal.notPending')
  if (!(await system((trx) => tryCode(trx, services, codeOf(pending), input.code)))) reject(codes.badCode)
  return confirm(work).catch(async (error: unknown) => {
    if (!(error instanceof Rejection) || error.code !== codes.conflict) throw error
    // Another user has verified the contact in the meantime. End the change and use up its code.
    await system((trx) => completeChange(trx, work))
    throw error
  })
})

/** POST /sys/user/contact/withdraw. */
export const withdrawContactRoute = handleOwn(withdrawContact, ({ input: { kind }, caller, system }) =>
  system(async (trx, audit) => {
    const pending = await pendingOf(trx, caller.userId, kind)
    if (!pending || !(await forgetPending(trx, caller.userId, kind)))
      return reject(codes.conflict, 'contact.refusal.notPending')
    audit({ entity: 'contact_change', entityId: caller.userId, before: { kind, contact: pending.contact } })
    return null
  }),
)
