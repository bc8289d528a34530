import { codes, userStatus } from '@atrium/contract'
import type { Caller } from '../../../caller/caller.ts'
import { isPlatform, type RunAs, type Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { refuseUnlessReaches } from '../../access/granting/index.ts'

/** Whose password is to be changed. */
export interface Subject {
  readonly userName: string
  /** Whether it is the caller's. */
  readonly own: boolean
}

/** Who changes it, and for whom they call. */
interface By {
  readonly caller: Caller
  readonly as: RunAs
}

/**
 * Whose password is to be changed: one's own or, for the platform's user administrators, that of anybody who
 * reaches no more than they do.
 * @param id '' for oneself
 */
export const subjectOf = async (trx: Trx, { caller, as }: By, id: string): Promise<Subject> => {
  if (id === '' || id === caller.userId) return { userName: caller.userName, own: true }
  if (!isPlatform(as)) refuse(codes.notFound)
  await refuseUnlessReaches(trx, caller, id)
  const user = await trx
    .selectFrom('appUser')
    .select(['userName', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (user.status !== userStatus.normal) refuse(codes.conflict, 'refusal.passwordOfLocked')
  return { userName: user.userName, own: false }
}
