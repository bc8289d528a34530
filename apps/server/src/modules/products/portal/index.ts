import { openSoftware, redeem, rtsmStudies, softwareTenants, userSoftware } from '@atrium/contract'
import { handle, type Route } from '../../../platform/http/route.ts'
import { handleSignedOwn } from '../linked/index.ts'
import { listSoftwareTenants, listUserSoftware } from './lists.ts'
import { openProduct } from './open.ts'
import { redeemCode } from './redeem.ts'
import { listRtsmStudies } from './studies.ts'

/** Read as the server itself: addresses and licences are not for roles of tenants, and what is read is the caller's own. */
const asSystem = { asSystem: true }

/** The landing page of product users, and their way into the products. */
export const portalRoutes: readonly Route[] = [
  handle(userSoftware, listUserSoftware, asSystem),
  handle(softwareTenants, listSoftwareTenants, asSystem),
  handle(rtsmStudies, listRtsmStudies, asSystem),
  handle(openSoftware, openProduct, asSystem),
  handleSignedOwn(redeem, redeemCode),
]
