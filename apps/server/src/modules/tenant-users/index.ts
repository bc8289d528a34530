import type { Route } from '../../http/route.ts'

export const tenantUserRoutes: readonly Route[] = []
