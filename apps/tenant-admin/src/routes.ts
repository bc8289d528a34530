import type { RemoteRoute } from '@atrium/federation'
import { screens } from '@atrium/shared-api'

/** Screens of the tenant area. */
export const routes: readonly RemoteRoute[] = screens({
  department: () => import('./department/DepartmentPage.tsx'),
  userDepartment: () => import('./user-department/UserDepartmentPage.tsx'),
  tenantSite: () => import('./site/TenantSitePage.tsx'),
  tenantPin: () => import('./pin/PinPage.tsx'),
  syslist: () => import('./licence/LicencePage.tsx'),
  tenantPorject: () => import('./study/StudyPage.tsx'),
  tenantRelease: () => import('./release/ReleasePage.tsx'),
  tenantUser: () => import('./user/TenantUserPage.tsx'),
})
