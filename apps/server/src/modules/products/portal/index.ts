import { openSoftware, redeem, rtsmStudies, softwareTenants, userSoftware } from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { handleSignedOwn } from '../linked/index.ts'
import { listSoftwareTenants, listUserSoftware } from './lists.ts'
import { openProduct } from './open.ts'
import { redeemCode } from './redeem.ts'
import { listRtsmStudies } from './studies.ts'

export { findOpening } from './open.ts'

/**
 * Runs as the system: tenant roles cannot read domains and licences, and the handlers return only the caller's own
 * data.
 */
const asSystem = { asSystem: true }

/** Routes of the landing page for product users, and of opening products. */
export const portalRoutes: readonly Route[] = [
  handle(userSoftware, listUserSoftware, asSystem),
  handle(softwareTenants, listSoftwareTenants, asSystem),
  handle(rtsmStudies, listRtsmStudies, asSystem),
  handle(openSoftware, openProduct, asSystem),
  handleSignedOwn(redeem, redeemCode),
]
