import { type Call, codes } from '@atrium/contract'
import { reject } from '../../../platform/http/rejection.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { consumeLimit } from '../../identity/limits/index.ts'

/** How often somebody may have a product called: far more than by hand, and too few to keep it from its work. */
const callingLimit = (userId: string) => ({ bucket: `calling:${userId}`, max: 120, window: { seconds: 60 } })

/** @throws Rejection 20004 if somebody has products called too often */
export async function spendCalling<C extends Call>({ caller, system }: OwnWork<C>): Promise<void> {
  if (!(await system((trx) => consumeLimit(trx, callingLimit(caller.userId))))) reject(codes.limitReached)
}
