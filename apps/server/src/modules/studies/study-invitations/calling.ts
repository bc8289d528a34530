import { type Call, codes } from '@atrium/contract'
import { refuse } from '../../../platform/http/refusal.ts'
import type { OwnWork } from '../../../platform/http/work.ts'
import { consumeLimit } from '../../identity/limits/index.ts'

/** How often somebody may have a product called: far more than by hand, and too few to keep it from its work. */
const callingLimit = (userId: string) => ({ bucket: `calling:${userId}`, most: 120, window: { seconds: 60 } })

/** @throws Refusal 20004 where somebody has products called too often */
export async function spendCalling<C extends Call>({ caller, system }: OwnWork<C>): Promise<void> {
  if (!(await system((trx) => consumeLimit(trx, callingLimit(caller.userId))))) refuse(codes.limitReached)
}
