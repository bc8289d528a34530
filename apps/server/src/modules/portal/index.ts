import type { Route } from '../../http/route.ts'

export const portalRoutes: readonly Route[] = []
