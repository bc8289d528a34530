import type { Route } from '../../../platform/http/route.ts'
import { declineRoute, withdrawRoute } from './decisions.ts'
import { unblindingListRoute } from './list.ts'

export {
  hidesGrants,
  isBlindedAnywhere,
  isEventShownTo,
  isOpenTo,
  isShownTo,
  isShownToBlinded,
  isUnblindedEverywhere,
  readBlindedStudies,
} from './blinded-users.ts'
export { rejectOwnRequest, requestForUpdate, storeDecision, type UnblindingRequest } from './decisions.ts'
export { blindingsIn, isUnblinding } from './grant.ts'
export { holdersOf, onceUnblinded } from './holders.ts'
export { type RegisterFilters, readEntries, readRegister } from './list.ts'
export { queueDecisionMail } from './mails.ts'
export {
  approvedFor,
  passUnblindingOn,
  requestUnblinding,
  type Unblinded,
  withdrawRequestsOf,
} from './register.ts'

/** Routes of the register of unblinded access, except the approval, which grants it. */
export const unblindingRoutes: readonly Route[] = [unblindingListRoute, declineRoute, withdrawRoute]
