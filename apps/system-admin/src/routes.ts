import type { RemoteRoute } from '@atrium/federation'
import { lazy } from 'react'

/** The screens of the system area, each fetched when it is entered. */
export const routes: readonly RemoteRoute[] = [
  {
    path: '/systemManger/dictionary',
    name: 'dictionary',
    component: lazy(() => import('./dictionary/DictionaryPage.tsx')),
  },
  {
    path: '/systemManger/tenant',
    name: 'tenant',
    component: lazy(() => import('./tenant/TenantPage.tsx')),
  },
  {
    path: '/systemManger/eare',
    name: 'eare',
    component: lazy(() => import('./region/RegionPage.tsx')),
  },
  {
    path: '/systemManger/site',
    name: 'site',
    component: lazy(() => import('./site/SitePage.tsx')),
  },
  {
    path: '/systemManger/holiday',
    name: 'holiday',
    component: lazy(() => import('./holiday/HolidayPage.tsx')),
  },
  {
    path: '/setting/role',
    name: 'role',
    component: lazy(() => import('./role/RolePage.tsx')),
  },
  {
    path: '/setting/menu',
    name: 'menu',
    component: lazy(() => import('./menu/MenuPage.tsx')),
  },
  {
    path: '/systemManger/user',
    name: 'user',
    component: lazy(() => import('./user/UserPage.tsx')),
  },
]
