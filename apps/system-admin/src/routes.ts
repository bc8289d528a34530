import type { RemoteRoute } from '@atrium/federation'
import { screens, withTexts } from '@atrium/shared-api'

/** The screens of the system area. */
export const routes: readonly RemoteRoute[] = screens({
  dictionary: () => import('./dictionary/DictionaryPage.tsx'),
  tenant: () => import('./tenant/TenantPage.tsx'),
  eare: () => import('./region/RegionPage.tsx'),
  site: () => import('./site/SitePage.tsx'),
  holiday: () => import('./holiday/HolidayPage.tsx'),
  role: () => import('./role/RolePage.tsx'),
  menu: () => import('./menu/MenuPage.tsx'),
  module: () => import('./module/ModulePage.tsx'),
  operations: () => withTexts(import('./operations/OperationsPage.tsx'), 'operations'),
  user: () => import('./user/UserPage.tsx'),
})
