import { type ContactKind, type changeContact, codes } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { reject } from '../../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../../platform/http/work.ts'
import {
  beginAttempt,
  clearFailures,
  comparePassword,
  lockUnchangedUser,
  openPasswordsOfAttempt,
} from '../../attempts/index.ts'
import { consumeCode, type Proof, tryCode } from '../../codes/index.ts'
import { maskedEmail, maskedPhone } from '../../identifiers/index.ts'
import { openPasswords, withHashQueue } from '../../passwords/index.ts'
import { type ContactOwner, verifiedKey } from './pending.ts'

/**
 * Where a code that proves a change goes: to the contact that is to be replaced, else to the other one. A contact that
 * nobody has verified proves nothing.
 */
const addressOf = (owner: ContactOwner, kind: ContactKind) => {
  const [emailKey, phoneKey] = [verifiedKey(owner, 'email'), verifiedKey(owner, 'phone')]
  const byEmail = emailKey !== null && ({ kind: 'email', to: owner.email, key: emailKey } as const)
  const bySms = phoneKey !== null && ({ kind: 'sms', to: phoneKey, key: phoneKey } as const)
  return (kind === 'email' ? byEmail || bySms : bySms || byEmail) || undefined
}

/** The same as the user recognises it; '' if there is none. */
export const maskedAddressOf = (owner: ContactOwner, kind: ContactKind): string => {
  const address = addressOf(owner, kind)
  if (!address) return ''
  return address.kind === 'email' ? maskedEmail(address.to) : maskedPhone(address.to)
}

/** The code by which a user proves a change of one kind. @throws Rejection if there is nowhere to send one */
export const proofCodeOf = (owner: ContactOwner, kind: ContactKind) => {
  const address = addressOf(owner, kind) ?? reject(codes.conflict, 'contact.refusal.noProof')
  const proof: Proof = { purpose: 'contact-proof', subject: `${owner.id} ${kind}`, sentTo: address.key }
  return { proof, address }
}

/** What remains to be done in the transaction of what was proved; false if the proof is good no more. */
type ConsumeProof = (trx: Trx) => Promise<boolean>

const wrong = (): never => reject(codes.badCredentials, 'contact.refusal.passwordWrong')

const byPassword = (work: OwnWork<typeof changeContact>, { userName }: ContactOwner): Promise<ConsumeProof> =>
  withHashQueue(work.client, async (runQueued) => {
    const { input, services, system } = work
    const attempt = await system((trx) =>
      beginAttempt(trx, { userName, visitor: work, captcha: 'not asked' }),
    )
    if (attempt.kind === 'locked') reject(codes.limitReached)
    if (attempt.kind !== 'open') return wrong()
    const { password } = await openPasswordsOfAttempt(work, attempt, () =>
      openPasswords(services, userName, {
        password: { sent: input.password, purpose: 'contact-change' },
      }),
    )
    const right = (await comparePassword(attempt, password, runQueued)) ?? wrong()
    // Whatever else is rejected, the password was right.
    await clearFailures(services.db, right.pair)
    return (trx) => lockUnchangedUser(trx, right)
  })

const byCode = async (work: OwnWork<typeof changeContact>, owner: ContactOwner): Promise<ConsumeProof> => {
  const { input, services, system } = work
  const { proof } = proofCodeOf(owner, input.kind)
  const right = await system((trx) => tryCode(trx, services, proof, input.code))
  if (!right) reject(codes.badCode)
  return (trx) => consumeCode(trx, services.secrets, proof, input.code)
}

/**
 * Makes somebody with a session prove that they are its user: by the password, whose failures count as those of
 * sign-in do, or by the code that was sent to where the user is reached so far.
 * @throws Rejection 20001, 20002 or 20004
 */
export const proveOwnership = (
  work: OwnWork<typeof changeContact>,
  owner: ContactOwner,
): Promise<ConsumeProof> => (work.input.password !== '' ? byPassword(work, owner) : byCode(work, owner))
