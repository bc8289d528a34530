import { codes } from '@atrium/contract'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import type { Client } from '../../../http/work.ts'
import type { CaptchaAnswer } from '../captcha/index.ts'
import { beginAttempt } from '../failures/index.ts'
import { compare, type RightPassword } from './compare.ts'
import { inCrowd } from './in-crowd.ts'

type System = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>

/** What somebody without a session brings to prove who they are. */
export interface Proof {
  readonly userName: string
  readonly password: string
  readonly captcha: CaptchaAnswer
}

/**
 * Makes somebody prove by name and password who they are, counting failures.
 * @throws Refusal 701 where a captcha is needed; 20001, always the same, for anything that is wrong; and as `inCrowd` does
 */
export const prove = (system: System, client: Client, proof: Proof): Promise<RightPassword> =>
  inCrowd(client.address, () => attempt(system, client, proof))

const attempt = async (system: System, client: Client, proof: Proof): Promise<RightPassword> => {
  const { userName, password, captcha } = proof
  const begun = await system((trx) => beginAttempt(trx, { userName, address: client.address, captcha }))
  if (begun.kind === 'captcha needed') refuse(codes.captchaNeeded)
  if (begun.kind === 'captcha wrong') refuse(codes.badCredentials)
  return (await compare(begun, password)) ?? refuse(codes.badCredentials)
}
