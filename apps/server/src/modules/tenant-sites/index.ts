import type { Route } from '../../http/route.ts'

export const tenantSiteRoutes: readonly Route[] = []
