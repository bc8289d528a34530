import { afterAll, beforeAll } from '@jest/globals'
import * as real from '../cost.ts'

/*
 * Replaces `passwords/cost.ts` in tests (see `scripts/jest/node-runner.ts`): most of them sign people in and do not
 * depend on the cost of a guess.
 */
const cheap = {
  cost: { memoryCost: 8, timeCost: 1, parallelism: 1 },
  decoyHash: '$argon2id$v=19$m=8,t=1,p=1$FS2p9fFKaf7m64tlLoUEGw$nggOKxVJgunIz7CA5ttpgx6nPa//qynOsHCQTyZc1fk',
}

export let { cost, decoyHash }: { cost: typeof cheap.cost; decoyHash: string } = cheap

/** Has passwords cost what they cost everywhere else while a test file runs that is about that. */
export const withRealCost = (): void => {
  beforeAll(() => {
    ;({ cost, decoyHash } = real)
  })
  afterAll(() => {
    ;({ cost, decoyHash } = cheap)
  })
}
