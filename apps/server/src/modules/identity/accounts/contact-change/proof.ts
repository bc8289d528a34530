import { type ContactKind, type changeContact, codes } from '@atrium/contract'
import type { Trx } from '../../../../platform/database/transaction.ts'
import { reject } from '../../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../../platform/http/work.ts'
import {
  beginAttempt,
  clearFailures,
  comparePassword,
  decryptPasswordsOfAttempt,
  lockUnchangedUser,
} from '../../attempts/index.ts'
import { consumeCode, type Proof, tryCode } from '../../codes/index.ts'
import { maskedEmail, maskedPhone } from '../../identifiers/index.ts'
import { decryptPasswords, withHashQueue } from '../../passwords/index.ts'
import { type ContactOwner, verifiedKey } from './pending.ts'

/**
 * Returns the verified contact that receives the proof code: preferably the one to be replaced. Unverified contacts
 * prove nothing.
 */
const addressOf = (owner: ContactOwner, kind: ContactKind) => {
  const [emailKey, phoneKey] = [verifiedKey(owner, 'email'), verifiedKey(owner, 'phone')]
  const byEmail = emailKey !== null && ({ kind: 'email', to: owner.email, key: emailKey } as const)
  const bySms = phoneKey !== null && ({ kind: 'sms', to: phoneKey, key: phoneKey } as const)
  return (kind === 'email' ? byEmail || bySms : bySms || byEmail) || undefined
}

/** Returns the masked recipient of the proof code, or '' if there is none. */
export const maskedAddressOf = (owner: ContactOwner, kind: ContactKind): string => {
  const address = addressOf(owner, kind)
  if (!address) return ''
  return address.kind === 'email' ? maskedEmail(address.to) : maskedPhone(address.to)
}

/**
 * Returns the proof code's definition and its recipient.
 * @throws Rejection if the user has no verified contact
 */
export const proofCodeOf = (owner: ContactOwner, kind: ContactKind) => {
  const address = addressOf(owner, kind) ?? reject(codes.conflict, 'contact.refusal.noProof')
  const proof: Proof = { purpose: 'contact-proof', subject: `${owner.id} ${kind}`, sentTo: address.key }
  return { proof, address }
}

/** Consumes the proof in the transaction of the change. Resolves to false if it is no longer valid. */
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
    const { password } = await decryptPasswordsOfAttempt(work, attempt, () =>
      decryptPasswords(services, userName, {
        password: { sent: input.password, purpose: 'contact-change' },
      }),
    )
    const right = (await comparePassword(attempt, password, runQueued)) ?? wrong()
    // The password was right, even if the change is rejected later.
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
 * Verifies the signed-in user by password, with the failure limits of sign-in, or by the code sent to a current
 * contact.
 * @throws Rejection 20001, 20002 or 20004
 */
export const proveOwnership = (
  work: OwnWork<typeof changeContact>,
  owner: ContactOwner,
): Promise<ConsumeProof> => (work.input.password !== '' ? byPassword(work, owner) : byCode(work, owner))
