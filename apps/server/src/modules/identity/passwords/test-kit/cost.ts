import { afterAll, beforeAll } from '@jest/globals'
import * as real from '../cost.ts'

/*
 * Replaces `passwords/cost.ts` in tests (see `scripts/jest/node-runner.ts`). Most tests sign users in without
 * depending on the cost of a guess.
 */
const cheap = {
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  decoyHash: '$argon2id$v=19$m=8,t=1,p=1$FS2p9fFKaf7m64tlLoUEGw$nggOKxVJgunIz7CA5ttpgx6nPa//qynOsHCQTyZc1fk',
}

export let { cost, decoyHash }: { cost: typeof cheap.cost; decoyHash: string } = cheap

/** Makes passwords cost as much as in production while a test file about that cost runs. */
export const withRealCost = (): void => {
  beforeAll(() => {
    ;({ cost, decoyHash } = real)
  })
  afterAll(() => {
    ;({ cost, decoyHash } = cheap)
  })
}
