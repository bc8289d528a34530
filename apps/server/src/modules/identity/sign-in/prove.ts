import { codes } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import type { CaptchaAnswer } from '../captcha/index.ts'
import { type Attempt, beginAttempt, takeBackGuess, type Visitor } from '../failures/index.ts'
import type { InTurn } from '../passwords/index.ts'
import { compare, type RightPassword } from './compare.ts'

type System = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>

/** What somebody without a session brings to prove who they are. */
export interface Proof<Passwords extends { readonly password: string }> {
  readonly userName: string
  readonly captcha: CaptchaAnswer
  /** Opens the passwords that were sent: done once the attempt is counted, since it costs more than counting. */
  readonly open: () => Promise<Passwords>
}

/**
 * Opens the passwords of an attempt that has begun. One that they cannot be opened of was no guess.
 * @throws Refusal as `open` does
 */
export const openAttempted = async <Passwords>(
  system: System,
  { kind, pair }: Extract<Attempt, { kind: 'open' | 'locked' }>,
  open: () => Promise<Passwords>,
): Promise<Passwords> => {
  try {
    return await open()
  } catch (error) {
    if (kind === 'open') await system((trx) => takeBackGuess(trx, pair))
    throw error
  }
}

/**
 * Makes somebody prove by name and password who they are, counting failures.
 * @returns who they are, with the passwords opened
 * @throws Refusal 701 where a captcha is needed; 20001, always the same, for anything that is wrong; and as `open` does
 */
export const prove = async <Passwords extends { readonly password: string }>(
  visitor: Visitor & { readonly system: System },
  { userName, captcha, open }: Proof<Passwords>,
  inTurn: InTurn,
): Promise<RightPassword & { readonly passwords: Passwords }> => {
  const begun = await visitor.system((trx) => beginAttempt(trx, { userName, visitor, captcha }))
  if (begun.kind === 'captcha needed') refuse(codes.captchaNeeded)
  if (begun.kind === 'captcha wrong') refuse(codes.badCredentials)
  const passwords = await openAttempted(visitor.system, begun, open)
  const right = (await compare(begun, passwords.password, inTurn)) ?? refuse(codes.badCredentials)
  return { ...right, passwords }
}
