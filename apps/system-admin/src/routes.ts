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
]
