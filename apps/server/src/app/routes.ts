import { allCalls } from '@atrium/contract'
import type { Route } from '../platform/http/route.ts'
import * as ofModules from './module-routes.ts'

/** Routes of all modules. */
export const routes: readonly Route[] = Object.values<Route | readonly Route[]>(ofModules).flat()

/** @throws Error if a call of the contract has no route, or a route belongs to no call of the contract */
export function checkRoutes(candidates: readonly Route[]): void {
  const routed = new Set(candidates.map((route) => route.call))
  const missing = allCalls.filter((call) => !routed.delete(call))
  const wrong = [...missing, ...routed].map((call) => call.path)
  if (wrong.length > 0 || candidates.length !== allCalls.length) {
    throw new Error(`calls without a route, or routes without a call: ${wrong.join(', ')}`)
  }
}
