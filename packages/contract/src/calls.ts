import * as areas from './areas.ts'
import type { Call } from './core/call.ts'

const isCall = (declared: unknown): declared is Call =>
  typeof declared === 'object' && declared !== null && 'path' in declared && 'access' in declared

/** Every call of the API: whatever an area declares. */
export const allCalls: readonly Call[] = Object.values<unknown>(areas).filter(isCall)
