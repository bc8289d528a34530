import { type Call, codes } from '@atrium/contract'
import { reject } from '../../platform/http/rejection.ts'
import type { OwnWork } from '../../platform/http/work.ts'
import { consumeLimit } from '../identity/limits/index.ts'

/** Rate limit of calls to products per user: far more than manual work needs, and too few to overload a product. */
const callingLimit = (userId: string) => ({ bucket: `calling:${userId}`, max: 120, window: { seconds: 60 } })

/** @throws Rejection 20004 if the user exceeds the limit */
export async function spendCalling<C extends Call>({ caller, system }: OwnWork<C>): Promise<void> {
  if (!(await system((trx) => consumeLimit(trx, callingLimit(caller.userId))))) reject(codes.limitReached)
}
