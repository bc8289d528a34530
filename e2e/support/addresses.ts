import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

/** Has a browser come from an address that nobody has come from yet: what an address may ask for is limited. */
export const fromNewAddress = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({
    'x-forwarded-for': ['10', ...[256, 256, 256].map((max) => randomInt(max))].join('.'),
  })
