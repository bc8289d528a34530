import { randomInt } from 'node:crypto'
import type { BrowserContext } from '@playwright/test'

/** Makes a browser's requests come from a new IP address, because the limits for each address would otherwise apply. */
export const fromNewAddress = (context: BrowserContext): Promise<void> =>
  context.setExtraHTTPHeaders({
    'x-forwarded-for': ['10', ...[256, 256, 256].map((max) => randomInt(max))].join('.'),
  })
