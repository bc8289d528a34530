import * as areas from './areas.ts'
import type { Call } from './core/call.ts'

const isCall = (declared: unknown): declared is Call =>
  typeof declared === 'object' && declared !== null && 'path' in declared && 'access' in declared

/** Every declared call. */
export const declaredCalls: readonly Call[] = Object.values<unknown>(areas).filter(isCall)

/** Every call of the API: those that the suite's own server serves. */
export const allCalls: readonly Call[] = declaredCalls.filter(({ server }) => server === undefined)
