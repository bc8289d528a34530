import type { Route } from '../../http/index.ts'
import { userUpdateRoute } from './basics/route.ts'
import { userExportRoute } from './export/index.ts'
import { userUpdateImportantRoute } from './important/route.ts'
import { userListRoute } from './list/route.ts'
import { userResetPasswordRoute } from './password/reset-route.ts'
import { userPullRoute } from './pull-route.ts'
import { systemRolesRoute } from './roles-route.ts'
import { userSaveRoute } from './save/route.ts'

/** What the platform's administrators do with users. */
export const userRoutes: readonly Route[] = [
  userListRoute,
  userSaveRoute,
  userUpdateRoute,
  userUpdateImportantRoute,
  userResetPasswordRoute,
  userPullRoute,
  systemRolesRoute,
  userExportRoute,
]
