import { userCenterInfo, userInfo } from '@atrium/contract'
import { handleOwn } from '../../../http/route.ts'
import { menuListOf } from '../../access/menus/menu-list.ts'
import { softwareOf } from '../../software/index.ts'
import { findRoleName, findTenants } from './find-places.ts'
import { findProfile } from './find-profile.ts'

/** GET /sys/user/info. */
export const userInfoRoute = handleOwn(userInfo, ({ caller, language, system }) =>
  system(async (trx) => ({
    ...(await findProfile(trx, caller.userId, language)),
    superAdmin: caller.superAdmin,
    roleName: await findRoleName(trx, caller, language),
    tenants: await findTenants(trx, caller),
    menuList: await menuListOf(trx, caller.userId, language),
    softwareList: await softwareOf(trx, caller, language),
  })),
)

/** POST /sys/user/getUserCenterInfo. */
export const userCenterInfoRoute = handleOwn(userCenterInfo, ({ caller, language, system }) =>
  system((trx) => findProfile(trx, caller.userId, language)),
)
