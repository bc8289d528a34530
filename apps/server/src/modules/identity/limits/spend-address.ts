import { codes } from '@atrium/contract'
import type { Client } from '../../../caller/client.ts'
import type { Trx } from '../../../database/transaction.ts'
import { refuse } from '../../../http/refusal.ts'
import { addressLimit } from './policy.ts'
import { spendLimit } from './spend.ts'

type System = <Result>(work: (trx: Trx) => Promise<Result>) => Promise<Result>

/**
 * Spends the limit of a client's address once, in a transaction of its own: it stays spent whatever follows.
 * @throws Refusal 20004 where it is used up
 */
export const spendAddress = async (
  system: System,
  what: Parameters<typeof addressLimit>[0],
  { address }: Client,
): Promise<void> => {
  if (!(await system((trx) => spendLimit(trx, addressLimit(what, address))))) refuse(codes.limitReached)
}
